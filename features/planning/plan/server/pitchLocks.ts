import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

interface Change {
  readonly db: Transaction
  readonly pitch: PitchRow
  readonly fail: (code: 'PitchNotFound') => never
}

/**
 * The row of a pitch, locked until the transaction ends. Fails with PitchNotFound when the pitch was deleted before the
 * lock was granted.
 */
export async function lockExisting({ db, pitch, fail }: Change): Promise<PitchRow> {
  const row = await lockPitch(db, pitch.id)
  return row.deletedAt ? fail('PitchNotFound') : row
}

/** The same for a change that an admin's lock forbids: fails with PitchLocked. */
export async function lockUnlocked(
  context: Change & { readonly actor: Actor; readonly fail: (code: 'PitchNotFound' | 'PitchLocked') => never },
): Promise<PitchRow> {
  const row = await lockExisting(context)
  return isLockedFor(row.isLocked, context.actor.roles) ? context.fail('PitchLocked') : row
}

/** CALL-028 */
export const updatePitchLockStatus = withPitch<typeof planCalls.updatePitchLockStatus>('manages', async context => {
  const { input, db } = context
  const { id, uuid, organisationId, isLocked } = await lockExisting(context)
  if (isLocked !== input.is_locked) {
    await updatePitchRow(db, id, { isLocked: input.is_locked })
    const action = input.is_locked ? 'pitch.lock' : 'pitch.unlock'
    await writeAudit(context, { action, subject: uuid, organisationId })
  }
  return { is_locked: input.is_locked }
})

/** Notes that a pitch has entered or left the spotlight. */
export const auditSpotlight = (
  context: Parameters<typeof writeAudit>[0],
  { uuid: subject, organisationId, spotlight }: Pick<PitchRow, 'uuid' | 'organisationId' | 'spotlight'>,
) => writeAudit(context, { action: spotlight ? 'pitch.spotlight' : 'pitch.spotlightOff', subject, organisationId })

/** [ENT-010] */
export const updatePitchSpotlight = withPitch<typeof planCalls.updatePitchSpotlight>('manages', async context => {
  const { input, db } = context
  const { id, uuid, organisationId, spotlight } = await lockExisting(context)
  if (spotlight !== input.spotlight) {
    await updatePitchRow(db, id, { spotlight: input.spotlight })
    await auditSpotlight(context, { uuid, organisationId, spotlight: input.spotlight })
  }
  return { spotlight: input.spotlight }
})
