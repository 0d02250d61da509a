import type { Role } from '#contract/call.ts'
import { type MainRole, mainRoles, mayManage } from '#features/core/account/rules.ts'

/** [STATE-072, STATE-073, STATE-074] `invited` has only attended pitches; `awaiting` has a link to set a password. */
export const accountStates = ['invited', 'awaiting', 'active', 'disabled'] as const
/** The states of a list: a deleted account can be restored for a while. */
export const listedStates = [...accountStates, 'deleted'] as const
export type ListedState = (typeof listedStates)[number]

/** The last sign-in: within so many days, longer ago than the most of them, or never. */
export const signedIn = ['7', '30', '90', 'longer', 'never'] as const
export type SignedIn = (typeof signedIn)[number]

/** How long a deleted account can be restored, in days. Its e-mail address stays taken until then. */
export const RESTORABLE_DAYS = 30

/** How long a temporary password is valid for setting a new one, in days. */
export const TEMPORARY_DAYS = 7

export const tagColours = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const

/** Roles in addition to the main role. */
export const extraRoles = ['banking', 'files'] as const
export type ExtraRole = (typeof extraRoles)[number]

/** The main roles that a caller may give. */
export const rolesToGive = (actor: readonly string[]): readonly MainRole[] =>
  mainRoles.filter(role => mayManage(actor, [role]))

/** Whether a caller may change the roles in addition to the main one. */
export const mayGiveExtraRoles = (actor: readonly string[]): boolean =>
  actor.includes('superadmin') || actor.includes('admin')

/** All roles of a user after a change; roles that are neither main nor extra stay. */
export function rolesAfter(before: readonly string[], role: MainRole, extra: readonly ExtraRole[]): Role[] {
  const chosen: readonly string[] = [...mainRoles, ...extraRoles]
  const kept = before.filter(name => !chosen.includes(name)) as Role[]
  return [role, ...extraRoles.filter(name => extra.includes(name)), ...kept]
}

/** Roles that a user administrator never sees: administrators of the console or its pitches. */
export const hiddenFromUseradmin = ['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const

/** Whether a caller sees only users without administrative roles (NAV-014). */
export const seesOnlyManaged = (actor: readonly string[]): boolean =>
  !actor.includes('superadmin') && !actor.includes('admin')

/** The acts on many users at once. */
export const bulkActs = [
  'enable',
  'disable',
  'delete',
  'restore',
  'addTag',
  'removeTag',
  'changeRole',
  'resend',
  'signOut',
] as const
export type BulkAct = (typeof bulkActs)[number]

/** [RULE-090] Harmful acts are confirmed by typing this word. */
export const CONFIRM = 'CONFIRM'
export const isHarmful = (act: BulkAct): act is HarmfulAct => harmful.includes(act)
const harmful: readonly BulkAct[] = ['disable', 'delete', 'changeRole', 'signOut'] satisfies HarmfulAct[]
export type HarmfulAct = 'disable' | 'delete' | 'changeRole' | 'signOut'

/** The most users of an act within its call; more are a task with a progress. */
export const AT_ONCE = 200
/** The most users of one act. */
export const AT_MOST = 50_000
/** The most users of one act who are named one by one; more are all who match, except some. */
export const SELECTED_AT_MOST = 5000
/** The most users of a list that are counted; a longer list shows this number and a plus. */
export const COUNTED = 10_000

/** The parameters of an act on many users. */
export interface BulkDetail {
  tag_id?: string | undefined
  role?: MainRole | undefined
  hand_over_to?: string | undefined
}

/** The filters of a list; users have to match all of them. */
export interface UserMatch {
  name?: string | undefined
  role?: Role | undefined
  state?: ListedState | undefined
  tag_id?: string | undefined
  org_id?: string | undefined
  signed_in?: SignedIn | undefined
}

/** Users by their ids or, without ids, all that match except some. */
export interface UserSelection {
  user_ids?: string[] | undefined
  matching?: UserMatch | undefined
  except_ids?: string[] | undefined
}
