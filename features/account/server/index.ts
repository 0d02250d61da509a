import type { Handlers } from '#contract/call.ts'
import type { accountCalls } from '#features/account/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { checkResetPasswordLink } from './checkResetPasswordLink.ts'
import { createUser } from './createUser.ts'
import { forgotPassword } from './forgotPassword.ts'
import { getPersonalInfo } from './getPersonalInfo.ts'
import { getUserConfig } from './getUserConfig.ts'
import { getUserListForEp } from './getUserListForEp.ts'
import { resendActivation } from './resendActivation.ts'
import { resetPassword } from './resetPassword.ts'
import { sendResetPasswordEmail } from './sendResetPasswordEmail.ts'
import { sendUsernameEmail } from './sendUsernameEmail.ts'
import { setUserDisabled } from './setUserDisabled.ts'
import { updateLastLogin } from './updateLastLogin.ts'
import { updatePassword } from './updatePassword.ts'
import { updatePersonalInfo } from './updatePersonalInfo.ts'
import { updateUserConfig } from './updateUserConfig.ts'

/** The handlers of this feature's calls. */
export const accountHandlers = {
  createUser,
  getUserListForEp,
  resendActivation,
  setUserDisabled,
  checkResetPasswordLink,
  resetPassword,
  forgotPassword,
  sendResetPasswordEmail,
  sendUsernameEmail,
  updateLastLogin,
  getPersonalInfo,
  updatePersonalInfo,
  updatePassword,
  getUserConfig,
  updateUserConfig,
} satisfies Handlers<typeof accountCalls, Context, Actor>
