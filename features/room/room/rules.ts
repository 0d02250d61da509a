import { looksAfterPitches, type PitchPart } from '#features/core/pitch/rules.ts'

/**
 * [CONST-011, CONST-012, CONST-013, CONST-014, CONST-015] The kinds of messages in a room, as the wire numbers them. A
 * `forwarded` message carries the original (`offdata`).
 */
export const messageTypes = { normal: 0, system: 100, pageChange: 150, forwarded: 151, action: 1500 } as const

/** [PERM-043, PERM-044, PERM-045, PERM-046] The team and admins remove attendees and readmit them. */
export const moderates = (part: PitchPart): boolean => part !== 'attendee'

/** [PERM-052] The hosts of a pitch: its owner, co-hosts and moderators, and the admins of its organization. */
export function isHost(
  pitch: { userId: string; organisationId: string; coHosts: readonly string[]; moderators: readonly string[] },
  person: { id: string; organisationId: string; email: string; roles: readonly string[] },
): boolean {
  if (pitch.userId === person.id || person.roles.includes('superadmin')) return true
  if (pitch.organisationId !== person.organisationId) return false
  const named = pitch.coHosts.includes(person.email) || pitch.moderators.includes(person.email)
  return named || person.roles.includes('admin') || person.roles.includes('pitchadmin')
}

/** [PERM-060] While guest mode is on, the admins of the pitch alone see guests by name. */
export const seesGuests = (part: PitchPart, roles: readonly string[]): boolean =>
  part === 'admin' || (part !== 'attendee' && looksAfterPitches(roles))

/** [PERM-062] The roles that see addresses in the list of people. A join link's session has none of them. */
export const isAdminUser = (roles: readonly string[]): boolean =>
  roles.some(role => role === 'superadmin' || role === 'admin' || role === 'useradmin' || role === 'pitchadmin')
