import type { Handlers } from '#contract/call.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { activeAccount } from './activeAccount.ts'
import { activeInvestorAccount } from './activeInvestorAccount.ts'
import { checkActivationLink } from './checkActivationLink.ts'
import { checkPresenterInviteCode } from './checkPresenterInviteCode.ts'
import { checkSuperAdminInviteCode } from './checkSuperAdminInviteCode.ts'
import { checkTypeUserInviteCodeExpired } from './checkTypeUserInviteCodeExpired.ts'
import { getRegistrationInfo } from './getRegistrationInfo.ts'
import { register } from './register.ts'
import { registerByEmail } from './registerByEmail.ts'
import { registerInvestorByEmail } from './registerInvestorByEmail.ts'
import { registerSuperAdminByEmail } from './registerSuperAdminByEmail.ts'
import { registerTypeUserByEmail } from './registerTypeUserByEmail.ts'
import { sendMemberInfo } from './sendMemberInfo.ts'
import { sendVerificationCodeEmail } from './sendVerificationCodeEmail.ts'
import { updateInvestorInvestingExperience } from './updateInvestorInvestingExperience.ts'

/** The handlers of this word's calls. */
export const registrationHandlers = {
  checkPresenterInviteCode,
  checkTypeUserInviteCodeExpired,
  checkSuperAdminInviteCode,
  register,
  registerByEmail,
  registerTypeUserByEmail,
  registerSuperAdminByEmail,
  registerInvestorByEmail,
  activeAccount,
  activeInvestorAccount,
  checkActivationLink,
  sendVerificationCodeEmail,
  getRegistrationInfo,
  updateInvestorInvestingExperience,
  sendMemberInfo,
} satisfies Handlers<typeof registrationCalls, Context, Actor>
