import { invitationsCalls } from '#features/admin/invitations/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { getInviteTypeUserList } from './getInviteTypeUserList.ts'
import * as invitationActs from './invitationActs.ts'
import * as inviteUsers from './inviteUsers.ts'
import * as noLoginInvestors from './noLoginInvestors.ts'
import * as partnerKeys from './partnerKeys.ts'
import * as partnerPage from './partnerPage.ts'

export const invitationsFeature = {
  handlers: handlersOf(invitationsCalls, {
    getInviteTypeUserList,
    ...invitationActs,
    ...inviteUsers,
    ...noLoginInvestors,
    ...partnerKeys,
    ...partnerPage,
  }),
} satisfies Feature
