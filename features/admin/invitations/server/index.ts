import type { Handlers } from '#contract/call.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getInviteTypeUserList } from './getInviteTypeUserList.ts'
import {
  deleteInviteUser,
  disableInviteUser,
  enableInviteUser,
  resendInviteUser,
  toggleInviteUser,
  updateInviteUser,
} from './invitationActs.ts'
import { createInviteTypeUser, invitePresenter, inviteSuperAdmin } from './inviteUsers.ts'
import { createNoLoginInvestorAccount, getNoLoginInvestorAccountList } from './noLoginInvestors.ts'
import { createDeveloperKey, getDeveloperKeyList, revokeDeveloperKey } from './partnerKeys.ts'
import { getPartnerPitchList, joinAsGuest } from './partnerPage.ts'

/** The handlers of this word's calls. */
export const invitationsHandlers = {
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
  createDeveloperKey,
  getDeveloperKeyList,
  revokeDeveloperKey,
  getPartnerPitchList,
  joinAsGuest,
  createNoLoginInvestorAccount,
  getNoLoginInvestorAccountList,
} satisfies Handlers<typeof invitationsCalls, Context, Actor>
