import type { Handlers } from '#contract/call.ts'
import { agreePolicy } from '#features/access/policy/server/agreePolicy.ts'
import { getMyAgreements } from '#features/access/policy/server/getMyAgreements.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import { createDeveloperKey } from '#features/admin/invitations/server/createDeveloperKey.ts'
import { createInviteTypeUser } from '#features/admin/invitations/server/createInviteTypeUser.ts'
import { createNoLoginInvestorAccount } from '#features/admin/invitations/server/createNoLoginInvestorAccount.ts'
import { deleteInviteUser } from '#features/admin/invitations/server/deleteInviteUser.ts'
import { disableInviteUser } from '#features/admin/invitations/server/disableInviteUser.ts'
import { enableInviteUser } from '#features/admin/invitations/server/enableInviteUser.ts'
import { getDeveloperKeyList } from '#features/admin/invitations/server/getDeveloperKeyList.ts'
import { getInviteTypeUserList } from '#features/admin/invitations/server/getInviteTypeUserList.ts'
import { getNoLoginInvestorAccountList } from '#features/admin/invitations/server/getNoLoginInvestorAccountList.ts'
import { getPartnerPitchList } from '#features/admin/invitations/server/getPartnerPitchList.ts'
import { invitePresenter } from '#features/admin/invitations/server/invitePresenter.ts'
import { inviteSuperAdmin } from '#features/admin/invitations/server/inviteSuperAdmin.ts'
import { joinAsGuest } from '#features/admin/invitations/server/joinAsGuest.ts'
import { resendInviteUser } from '#features/admin/invitations/server/resendInviteUser.ts'
import { revokeDeveloperKey } from '#features/admin/invitations/server/revokeDeveloperKey.ts'
import { sendMemberInfo } from '#features/admin/invitations/server/sendMemberInfo.ts'
import { toggleInviteUser } from '#features/admin/invitations/server/toggleInviteUser.ts'
import { updateInviteUser } from '#features/admin/invitations/server/updateInviteUser.ts'
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
import { sendVerificationCodeEmail } from './sendVerificationCodeEmail.ts'
import { updateInvestorInvestingExperience } from './updateInvestorInvestingExperience.ts'

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
