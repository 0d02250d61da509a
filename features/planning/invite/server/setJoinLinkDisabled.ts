import { endSessions } from '#features/access/session/server/endSessions.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { attendeesAmong, setDisabled } from '#features/core/part/server/attendeeQueries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { queueSettleVideo } from '#features/room/video/server/jobs.ts'
import type { Handler } from '#server/context.ts'

/** [STATE-055, STATE-056] The mark is on the attendee: no link of theirs, and no sign-in of theirs, passes it. */
export const setJoinLinkDisabled: Handler<typeof inviteCalls.setJoinLinkDisabled> = async context => {
  const { input, actor, db, now, afterCommit, frame, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  const [attendee] = await attendeesAmong(db, pitch.id, [input.attendee_id])
  if (!attendee) return fail('AttendeeNotFound')
  await setDisabled(db, attendee.id, input.disabled ? (attendee.disabledAt ?? now) : null)
  await writeAudit(context, {
    action: input.disabled ? 'joinLink.disable' : 'joinLink.enable',
    subject: attendee.id,
    organisationId: pitch.organisationId,
    detail: { pitch: pitch.uuid, account: attendee.accountId },
  })
  if (input.disabled) {
    await endSessions(context, { attendeeId: attendee.id })
    const whom = { pitchId: pitch.id, accountId: attendee.accountId }
    await queueSettleVideo(db, whom)
    afterCommit(() => frame.rooms.disconnect(whom))
  }
  return {}
}
