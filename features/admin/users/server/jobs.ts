import { mailRecovery, type Recovery } from '#features/access/recovery/server/recovery.ts'
import { rightNow } from '#server/clock.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { endTerm } from './endTerm.ts'
import { userJobs } from './userJobs.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    mailRecovery: Recovery
    /** The last moment of somebody's term has passed. */
    endTerm: { accountId: string }
  }
}

/** The background work of this feature. */
export const accountJobs = {
  ...userJobs,
  mailRecovery: (asked, frame) =>
    frame.db.transaction(db =>
      mailRecovery({ db, frame, now: rightNow(), enqueue: (...job) => addJob(db, ...job) }, asked),
    ),
  endTerm: ({ accountId }, frame) => endTerm(frame, accountId, rightNow()),
} satisfies JobHandlers
