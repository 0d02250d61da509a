import { endSessions } from '#features/access/session/server/endSessions.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart, mayBeDeleted, RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import { ownerEmail, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import { mailInvited, mailStaff } from '#features/planning/invite/server/inviting.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { endRehearsalOf } from '#features/planning/rehearsal/server/ending.ts'
import { cancelWaiting } from '#features/planning/send/server/queries.ts'
import { lockUnlocked } from './pitchLocks.ts'

/** CALL-022: both ids have to name one pitch. Everyone invited hears that it is canceled. */
export const deletePitch = withPitch<typeof planCalls.deletePitch>('manages', async context => {
  const { input, pitch, db, now, enqueue, afterCommit, frame, fail } = context
  if (pitch.id !== input.id) return fail('PitchNotFound')
  const before = await lockUnlocked(context)
  if (!mayBeDeleted(before.state)) fail('PitchStateForbids')
  if (await isHeld(db, pitch.id)) fail('RecordingHeld')

  const mailsCancellation = isBeforeStart(before.state) && before.endsAt > now
  const deleted = await updatePitchRow(db, before.id, {
    deletedAt: now,
    calendarSequence: before.calendarSequence + 1,
  })
  await cancelWaiting(db, deleted.id, 'deleted')
  await withdrawPitchMails(db, deleted.id, 'attending')
  await withdrawPitchMails(db, deleted.id, 'team')
  if (mailsCancellation) {
    await mailInvited(context, deleted, 'cancellation')
    await mailStaff(context, deleted, await ownerEmail(db, deleted), 'cancellation')
  }
  await endSessions(context, { pitchId: deleted.id, kind: 'join' })
  await endRehearsalOf(context, deleted)
  afterCommit(() => frame.rooms.disconnect({ attendeesOf: deleted.id, andTeam: true }))
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgePitch', { pitchId: deleted.id }, { key: `purgePitch:${deleted.id}`, runAt })
  await writeAudit(context, {
    action: 'pitch.delete',
    subject: deleted.uuid,
    organisationId: deleted.organisationId,
    detail: { id: deleted.id, name: deleted.presentationName },
  })
  return {}
})
