import type { Role } from '#contract/call.ts'
import type { UserMatch } from '#features/core/account/match.ts'
import { type MainRole, mainRoles, mayManage } from '#features/core/account/rules.ts'

/** How long a temporary password is valid for setting a new one, in days. */
export const TEMPORARY_DAYS = 7

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
/** The most users of a list that are counted; the total of a longer list is one more, shown as this number and a plus. */
export const COUNTED = 10_000

/** The parameters of an act on many users. */
export interface BulkDetail {
  tag_id?: string | undefined
  role?: MainRole | undefined
  hand_over_to?: string | undefined
}

/** The filters of the list of users; `list_id`: only users in this contact list. */
export interface ListedMatch extends UserMatch {
  list_id?: string | undefined
}

/** Users by their ids or, without ids, all that match except some. */
export interface UserSelection {
  user_ids?: string[] | undefined
  matching?: ListedMatch | undefined
  except_ids?: string[] | undefined
}
