import { endSessions } from '#features/access/session/server/endSessions.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { isBeforeStart, isLockedFor, mayBeDeleted, RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { ownerEmail, staffIds, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { mailInvited, mailStaff } from '#features/planning/invite/server/inviting.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { endRehearsalOf } from '#features/planning/rehearsal/server/ending.ts'
import type { Handler } from '#server/context.ts'

/** CALL-022: both ids have to be of one pitch. Whoever was invited hears that it is cancelled. */
export const deletePitch: Handler<typeof planCalls.deletePitch> = async context => {
  const { input, actor, db, now, enqueue, afterCommit, frame, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (found?.id !== input.id) return fail('PitchNotFound')
  const before = await lockPitch(db, found.id)
  if (before.deletedAt) return fail('PitchNotFound')
  if (isLockedFor(before.isLocked, actor.roles)) fail('PitchLocked')
  if (!mayBeDeleted(before.state)) fail('PitchStateForbids')

  const tells = isBeforeStart(before.state) && before.endsAt > now
  const deleted = await updatePitchRow(db, before.id, {
    deletedAt: now,
    calendarSequence: before.calendarSequence + 1,
  })
  if (tells) {
    await mailInvited(context, deleted, 'cancellation')
    await mailStaff(context, deleted, await ownerEmail(db, deleted), 'cancellation')
  }
  await endSessions(context, { pitchId: deleted.id, kind: 'join' })
  await endRehearsalOf(context, deleted)
  const staff = await staffIds(db, deleted)
  afterCommit(() => {
    for (const accountId of staff) frame.rooms.disconnect({ accountId, pitchId: deleted.id })
  })
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgePitch', { pitchId: deleted.id }, { key: `purgePitch:${deleted.id}`, runAt })
  await writeAudit(context, {
    action: 'pitch.delete',
    subject: deleted.uuid,
    organisationId: deleted.organisationId,
    detail: { id: deleted.id, name: deleted.presentationName },
  })
  return {}
}
