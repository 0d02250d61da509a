import type { invitationsCalls } from '#features/admin/invitations/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
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

export const invitationsFeature = {
  handlers: {
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
  } satisfies Handlers<typeof invitationsCalls>,
} satisfies Feature
