import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'

/** CALL-028 */
export const updatePitchLockStatus: Handler<typeof planCalls.updatePitchLockStatus> = async context => {
  const { input, actor, db, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  const { id, uuid, organisationId, isLocked, deletedAt } = await lockPitch(db, found.id)
  if (deletedAt) return fail('PitchNotFound')
  if (isLocked !== input.is_locked) {
    await updatePitchRow(db, id, { isLocked: input.is_locked })
    const action = input.is_locked ? 'pitch.lock' : 'pitch.unlock'
    await writeAudit(context, { action, subject: uuid, organisationId })
  }
  return { is_locked: input.is_locked }
}
