import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import { isBeforeStart, isLockedFor } from '#features/core/pitch/rules.ts'
import { lockDeletedPitch, ownerEmail, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { mailStaff } from '#features/planning/invite/server/inviting.ts'
import { inviteRestored } from '#features/planning/invite/server/waiting.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { planAgain } from '#features/planning/send/server/sending.ts'
import type { Handler } from '#server/context.ts'

/**
 * Undoes a deletion. Recipients of the cancellation are invited again, with a new link: at once, or with the approval
 * that the organization requires.
 */
export const restorePitch: Handler<typeof planCalls.restorePitch> = async context => {
  const { input, actor, db, now, fail } = context
  const deleted = await lockDeletedPitch(db, managedBy(actor), input.uuid)
  if (!deleted) return fail('PitchNotFound')
  if (isLockedFor(deleted.isLocked, actor.roles)) fail('PitchLocked')
  const restored = await updatePitchRow(db, deleted.id, {
    deletedAt: null,
    calendarSequence: deleted.calendarSequence + 1,
  })
  await planAgain(db, restored.id)
  if (isBeforeStart(restored.state) && restored.endsAt > now) {
    await inviteRestored(context, restored)
    await mailStaff(context, restored, await ownerEmail(db, restored), 'appointment')
  }
  await writeAudit(context, {
    action: 'pitch.restore',
    subject: restored.uuid,
    organisationId: restored.organisationId,
  })
  return {}
}
