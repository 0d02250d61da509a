import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { forgotPassword, sendResetPasswordEmail, sendUsernameEmail } from './askRecovery.ts'
import { recoveryJobs } from './jobs.ts'
import { checkResetPasswordLink } from './passwordLink.ts'
import { resetPassword } from './resetPassword.ts'

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
