import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { PitchSeen } from '#features/core/part/server/access.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** Recordings are approved by pitch admins, and by the owner of their pitch, unless it is locked, where the organization allows it. */
export async function mayApprove(
  db: Database | Transaction,
  { roles }: Pick<Actor, 'roles'>,
  { part, pitch }: Pick<PitchSeen, 'part' | 'pitch'>,
): Promise<boolean> {
  if (looksAfterPitches(roles)) return true
  return (
    part === 'owner' &&
    !pitch.isLocked &&
    ((await findOrganisation(db, pitch.organisationId))?.ownersApproveRecordings ?? false)
  )
}
