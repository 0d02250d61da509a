import { endSessions } from '#features/access/session/server/endSessions.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import { isHost, moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { markRemoved } from '#features/room/room/server/removalQueries.ts'
import { queueSettleVideo } from '#features/room/video/server/jobs.ts'
import type { liveCalls } from '#features/screens/live/contract.ts'
import type { Handler } from '#server/context.ts'

/** Until readmitted: every way back in asks for the mark that is set here. */
export const removeAttendee: Handler<typeof liveCalls.removeAttendee> = async context => {
  const { db, actor, input, now, fail, announce, afterCommit, frame } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch } = access
  const accountId = input.user_id
  // [PERM-051, PERM-052] Not oneself, and not those who run the pitch.
  if (!moderates(access.part) || accountId === actor.accountId) return fail('NoPermission')
  const target = await findAccount(db, accountId).catch(() => fail('AttendeeNotFound'))
  if (isHost(pitch, target)) return fail('NoPermission')

  const { removed } = await lockRoom(db, pitch.id)
  if (!(await markRemoved(db, pitch, accountId, { by: actor.accountId, now }))) return fail('AttendeeNotFound')
  if (!removed.includes(accountId)) await announce(pitch.id, 'attendeeRemoved', { account: accountId })
  await writeAudit(context, {
    action: 'attendee.remove',
    subject: accountId,
    organisationId: pitch.organisationId,
    detail: { pitch: pitch.uuid },
  })
  afterCommit(() => frame.rooms.disconnect({ accountId, pitchId: pitch.id }))
  await endSessions(context, { accountId, pitchId: pitch.id, kind: 'join' })
  await queueSettleVideo(db, { pitchId: pitch.id, accountId })
  afterCommit(() => removeFromVideo(frame.media, pitch.id, accountId))
  return {}
}
