import type { Role } from '#contract/call.ts'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'
import { mayManage } from '#features/core/account/rules.ts'

/** The kinds of invitation to the console. */
export const inviteKinds = ['presenter', 'typeuser', 'superadmin'] as const
export type InviteKind = (typeof inviteKinds)[number]

/** The roles of a type-user invitation. */
export const typeUserRoles = ['vc', 'member', 'presenter', 'pitchadmin', 'useradmin', 'admin'] as const
/** The roles of an open link: it may be passed on, so never an admin. */
export const openLinkRoles = ['vc', 'member', 'presenter'] as const

/** The state of an invitation [STATE-055, STATE-056, STATE-059]; `used` when as many have registered as it allows. */
export const inviteStates = ['enabled', 'disabled', 'expired', 'used'] as const
export type InviteState = (typeof inviteStates)[number]

/** Days for which the link of an invitation is valid. */
export const INVITE_DAYS = 7
/** Who may send which invitations, [PERM-010, PERM-011, PERM-065]. */
export const inviters: Readonly<Record<InviteKind, readonly Role[]>> = {
  presenter: ['superadmin', 'admin', 'pitchadmin'],
  typeuser: ['superadmin', 'admin', 'useradmin'],
  superadmin: ['superadmin'],
}

/** Who sends which invitation: by kind (PERM-010, PERM-011, PERM-065), and no role above what the sender may manage. */
export function mayInvite(
  { roles }: { readonly roles: readonly string[] },
  { kind, role }: { kind: InviteKind; role: string },
): boolean {
  const allowed: readonly string[] = inviters[kind]
  if (!roles.some(one => allowed.includes(one))) return false
  return kind !== 'typeuser' || mayManage(roles, [role])
}

/** [ENT-087] How long an investor has invested. */
export const investingExperiences = ['none', 'underTwoYears', 'twoToFiveYears', 'overFiveYears'] as const
export type InvestingExperience = (typeof investingExperiences)[number]

/** Whether a text has the form of a code that proves a mailbox. */
export const isEmailCode = (code: string): boolean => brokenCodeRule(code) === undefined
