import type { Handlers } from '#contract/call.ts'
import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { createDeveloperKey } from './createDeveloperKey.ts'
import { createInviteTypeUser } from './createInviteTypeUser.ts'
import { createNoLoginInvestorAccount } from './createNoLoginInvestorAccount.ts'
import { deleteInviteUser } from './deleteInviteUser.ts'
import { disableInviteUser } from './disableInviteUser.ts'
import { enableInviteUser } from './enableInviteUser.ts'
import { getDeveloperKeyList } from './getDeveloperKeyList.ts'
import { getInviteTypeUserList } from './getInviteTypeUserList.ts'
import { getNoLoginInvestorAccountList } from './getNoLoginInvestorAccountList.ts'
import { getPartnerPitchList } from './getPartnerPitchList.ts'
import { invitePresenter } from './invitePresenter.ts'
import { inviteSuperAdmin } from './inviteSuperAdmin.ts'
import { joinAsGuest } from './joinAsGuest.ts'
import { resendInviteUser } from './resendInviteUser.ts'
import { revokeDeveloperKey } from './revokeDeveloperKey.ts'
import { toggleInviteUser } from './toggleInviteUser.ts'
import { updateInviteUser } from './updateInviteUser.ts'

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
