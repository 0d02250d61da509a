import { rightNow } from '#server/clock.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { mailRecovery, type Recovery } from './recovery.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    mailRecovery: Recovery
  }
}

export const recoveryJobs = {
  mailRecovery: (asked, frame) =>
    frame.db.transaction(db =>
      mailRecovery({ db, frame, now: rightNow(), enqueue: (...job) => addJob(db, ...job) }, asked),
    ),
} satisfies JobHandlers
