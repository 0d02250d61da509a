import type { Handlers } from '#contract/call.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { activeAccount, activeInvestorAccount, checkActivationLink } from './activating.ts'
import { checkPresenterInviteCode, checkSuperAdminInviteCode, checkTypeUserInviteCodeExpired } from './checkInvite.ts'
import { sendVerificationCodeEmail } from './emailCode.ts'
import { getRegistrationInfo, registerByEmail, registerInvestorByEmail } from './openRegistration.ts'
import { register, registerSuperAdminByEmail, registerTypeUserByEmail } from './registerByInvitation.ts'
import { sendMemberInfo } from './sendMemberInfo.ts'
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
