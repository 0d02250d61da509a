import type { Role } from '#contract/call.ts'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'

/** The texts that people agree to before they use the console. */
export const policyTypes = ['terms_of_service', 'privacy_policy'] as const
export type PolicyType = (typeof policyTypes)[number]

/** The version of each text that comes with the console: the day it was written. A new one asks everybody again. */
export const policyVersions: Readonly<Record<PolicyType, string>> = {
  terms_of_service: '2026-11-01',
  privacy_policy: '2026-11-01',
}

/** [ENT-084] Where a text stands, in the version that somebody reads: `file_path` of an agreement. */
export const policyPath = (type: PolicyType, version: string = policyVersions[type]): string =>
  `/${type.replaceAll('_', '-')}?version=${version}`

/** The kinds of invitation to the console. */
export const inviteKinds = ['presenter', 'typeuser', 'superadmin'] as const
export type InviteKind = (typeof inviteKinds)[number]

/** The roles of a type-user invitation. */
export const typeUserRoles = ['vc', 'member', 'presenter', 'pitchadmin', 'useradmin', 'admin'] as const
/** What an open link may give: it is passed from hand to hand, so nobody becomes an administrator by one. */
export const openLinkRoles = ['vc', 'member', 'presenter'] as const

/** How an invitation stands, [STATE-055, STATE-056, STATE-059]; `used` when as many have registered as it allows. */
export const inviteStates = ['enabled', 'disabled', 'expired', 'used'] as const
export type InviteState = (typeof inviteStates)[number]

/** Days that a link of an invitation leads somewhere. */
export const INVITE_DAYS = 7
/** Days that an open link may stay open, and how many may register by one, at most. */
export const OPEN_LINK_DAYS = 90
export const OPEN_LINK_USES = 1000
/** Addresses that one call invites. */
export const MAX_INVITED = 100

/** What became of each address of an invitation. */
export const inviteOutcomes = ['invited', 'NotAnAddress', 'UserExists', 'InvitationExists'] as const

/** Who may send which invitations, [PERM-010, PERM-011, PERM-065]. */
export const inviters: Readonly<Record<InviteKind, readonly Role[]>> = {
  presenter: ['superadmin', 'admin', 'pitchadmin'],
  typeuser: ['superadmin', 'admin', 'useradmin'],
  superadmin: ['superadmin'],
}

/** [ENT-087] How long an investor has invested. */
export const investingExperiences = ['none', 'underTwoYears', 'twoToFiveYears', 'overFiveYears'] as const
export type InvestingExperience = (typeof investingExperiences)[number]

/** [ENT-079] Who an investor account without a sign-in stands for. */
export const accountTypes = ['individual', 'entity'] as const

/** Whether this may be the code that proves a mailbox. */
export const isEmailCode = (code: string): boolean => brokenCodeRule(code) === undefined
