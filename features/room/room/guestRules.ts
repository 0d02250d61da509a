import { looksAfterPitches, type PitchPart } from '#features/core/pitch/rules.ts'

/** [PERM-060] Who sees guests by name while guest mode is on: the admins of the pitch. */
export const seesGuests = (part: PitchPart, roles: readonly string[]): boolean =>
  part === 'admin' || (part !== 'attendee' && looksAfterPitches(roles))

/** [PERM-062] Who is an admin user to the list of people. Whoever came by a join link has no such role. */
export const isAdminUser = (roles: readonly string[]): boolean =>
  roles.some(role => role === 'superadmin' || role === 'admin' || role === 'useradmin' || role === 'pitchadmin')
