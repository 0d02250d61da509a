import type { PitchPart } from '#features/core/pitch/rules.ts'

/**
 * [CONST-011, CONST-012, CONST-013, CONST-014, CONST-015] The kinds of things that happen in a room's conversation, as the
 * wire numbers them. One that is `forwarded` carries what it forwards (`offdata`).
 */
export const messageTypes = { normal: 0, system: 100, pageChange: 150, forwarded: 151, action: 1500 } as const

/** [PERM-043, PERM-044, PERM-045, PERM-046] Who may remove attendees and let them in again. */
export const moderates = (part: PitchPart): boolean => part !== 'attendee'

/** [PERM-052] Those who run a pitch: its owner, co-hosts and moderators, and the admins of its organisation. */
export function isHost(
  pitch: { userId: string; organisationId: string; coHosts: readonly string[]; moderators: readonly string[] },
  person: { id: string; organisationId: string; email: string; roles: readonly string[] },
): boolean {
  if (pitch.userId === person.id || person.roles.includes('superadmin')) return true
  if (pitch.organisationId !== person.organisationId) return false
  const named = pitch.coHosts.includes(person.email) || pitch.moderators.includes(person.email)
  return named || person.roles.includes('admin') || person.roles.includes('pitchadmin')
}
