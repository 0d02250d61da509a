import type { Handlers } from '#contract/call.ts'
import type { registrationCalls } from '#features/registration/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { activeAccount } from './activeAccount.ts'
import { activeInvestorAccount } from './activeInvestorAccount.ts'
import { agreePolicy } from './agreePolicy.ts'
import { checkActivationLink } from './checkActivationLink.ts'
import { checkPresenterInviteCode } from './checkPresenterInviteCode.ts'
import { checkSuperAdminInviteCode } from './checkSuperAdminInviteCode.ts'
import { checkTypeUserInviteCodeExpired } from './checkTypeUserInviteCodeExpired.ts'
import { createDeveloperKey } from './createDeveloperKey.ts'
import { createInviteTypeUser } from './createInviteTypeUser.ts'
import { createNoLoginInvestorAccount } from './createNoLoginInvestorAccount.ts'
import { deleteInviteUser } from './deleteInviteUser.ts'
import { disableInviteUser } from './disableInviteUser.ts'
import { enableInviteUser } from './enableInviteUser.ts'
import { getDeveloperKeyList } from './getDeveloperKeyList.ts'
import { getInviteTypeUserList } from './getInviteTypeUserList.ts'
import { getMyAgreements } from './getMyAgreements.ts'
import { getNoLoginInvestorAccountList } from './getNoLoginInvestorAccountList.ts'
import { getPartnerPitchList } from './getPartnerPitchList.ts'
import { getRegistrationInfo } from './getRegistrationInfo.ts'
import { invitePresenter } from './invitePresenter.ts'
import { inviteSuperAdmin } from './inviteSuperAdmin.ts'
import { joinAsGuest } from './joinAsGuest.ts'
import { register } from './register.ts'
import { registerByEmail } from './registerByEmail.ts'
import { registerInvestorByEmail } from './registerInvestorByEmail.ts'
import { registerSuperAdminByEmail } from './registerSuperAdminByEmail.ts'
import { registerTypeUserByEmail } from './registerTypeUserByEmail.ts'
import { resendInviteUser } from './resendInviteUser.ts'
import { revokeDeveloperKey } from './revokeDeveloperKey.ts'
import { sendMemberInfo } from './sendMemberInfo.ts'
import { sendVerificationCodeEmail } from './sendVerificationCodeEmail.ts'
import { toggleInviteUser } from './toggleInviteUser.ts'
import { updateInvestorInvestingExperience } from './updateInvestorInvestingExperience.ts'
import { updateInviteUser } from './updateInviteUser.ts'

/** The handlers of this feature's calls. */
export const registrationHandlers = {
  createInviteTypeUser,
  invitePresenter,
  inviteSuperAdmin,
  getInviteTypeUserList,
  toggleInviteUser,
  disableInviteUser,
  enableInviteUser,
  deleteInviteUser,
  updateInviteUser,
  resendInviteUser,
  checkPresenterInviteCode,
  checkTypeUserInviteCodeExpired,
  checkSuperAdminInviteCode,
  createDeveloperKey,
  getDeveloperKeyList,
  revokeDeveloperKey,
  getPartnerPitchList,
  joinAsGuest,
  createNoLoginInvestorAccount,
  getNoLoginInvestorAccountList,
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
  agreePolicy,
  getMyAgreements,
} satisfies Handlers<typeof registrationCalls, Context, Actor>
