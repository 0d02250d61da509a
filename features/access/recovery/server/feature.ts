import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import { rightNow } from '#server/clock.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { forgotPassword, sendResetPasswordEmail, sendUsernameEmail } from './askRecovery.ts'
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
  handlers: {
    forgotPassword,
    sendResetPasswordEmail,
    sendUsernameEmail,
    checkResetPasswordLink,
    resetPassword,
  } satisfies Handlers<typeof recoveryCalls>,
  jobs: recoveryJobs,
} satisfies Feature
