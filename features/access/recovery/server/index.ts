import type { Handlers } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { forgotPassword, sendResetPasswordEmail, sendUsernameEmail } from './askRecovery.ts'
import { checkResetPasswordLink } from './passwordLink.ts'
import { resetPassword } from './resetPassword.ts'

/** The handlers of this word's calls. */
export const recoveryHandlers = {
  forgotPassword,
  sendResetPasswordEmail,
  sendUsernameEmail,
  checkResetPasswordLink,
  resetPassword,
} satisfies Handlers<typeof recoveryCalls, Context, Actor>
