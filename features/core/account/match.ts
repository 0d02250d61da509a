import { z } from 'zod'
import { type Role, roles } from '#contract/call.ts'
import { line } from '#contract/fields.ts'

/** [STATE-072, STATE-073, STATE-074] `invited` has only attended pitches; `awaiting` has a link to set a password. */
export const accountStates = ['invited', 'awaiting', 'active', 'disabled'] as const
/** The states of a list: a deleted account can be restored for a while. */
export const listedStates = [...accountStates, 'deleted'] as const
export type ListedState = (typeof listedStates)[number]

/** The last sign-in: within so many days, longer ago than the most of them, or never. */
export const signedIn = ['7', '30', '90', 'longer', 'never'] as const
export type SignedIn = (typeof signedIn)[number]

/** How long a deleted account can be restored, in days. Its email address stays taken until then. */
export const RESTORABLE_DAYS = 30

export const tagColours = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const

/** Roles that a user admin never sees: admins of the console or its pitches. */
export const hiddenFromUseradmin = ['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const

/** Whether a caller sees only users without administrative roles (NAV-014). */
export const seesOnlyManaged = (actor: readonly string[]): boolean =>
  !actor.includes('superadmin') && !actor.includes('admin')

/** The filters of users; users have to match all of them. */
export interface UserMatch {
  name?: string | undefined
  role?: Role | undefined
  state?: ListedState | undefined
  tag_id?: string | undefined
  org_id?: string | undefined
  signed_in?: SignedIn | undefined
}

/** The filters of users within one organization, as calls take them. */
export const matchFields = {
  name: line(100).optional(),
  role: z.enum(roles).optional(),
  state: z.enum(listedStates).optional(),
  tag_id: z.uuid().optional(),
  signed_in: z.enum(signedIn).optional(),
}
