import { recoveryCalls } from '#features/access/recovery/contract.ts'
import { rightNow } from '#server/clock.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import * as askRecovery from './askRecovery.ts'
import { checkResetPasswordLink } from './passwordLink.ts'
import { mailRecovery, type Recovery } from './recovery.ts'
import { resetPassword } from './resetPassword.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    mailRecovery: Recovery
  }
}

export const recoveryJobs = {
  mailRecovery: (recovery, frame) =>
    frame.db.transaction(db =>
      mailRecovery({ db, frame, now: rightNow(), enqueue: (...job) => addJob(db, ...job) }, recovery),
    ),
} satisfies JobHandlers

export const recoveryFeature = {
  handlers: handlersOf(recoveryCalls, { ...askRecovery, checkResetPasswordLink, resetPassword }),
  jobs: recoveryJobs,
} satisfies Feature
