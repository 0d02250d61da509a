import type { Handlers } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkResetPasswordLink } from './checkResetPasswordLink.ts'
import { forgotPassword } from './forgotPassword.ts'
import { resetPassword } from './resetPassword.ts'
import { sendResetPasswordEmail } from './sendResetPasswordEmail.ts'
import { sendUsernameEmail } from './sendUsernameEmail.ts'

/** The handlers of this word's calls. */
export const recoveryHandlers = {
  forgotPassword,
  sendResetPasswordEmail,
  sendUsernameEmail,
  checkResetPasswordLink,
  resetPassword,
} satisfies Handlers<typeof recoveryCalls, Context, Actor>
