import { endSessions } from '#features/access/session/server/endSessions.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { attendeeOf } from '#features/core/part/server/attendeeQueries.ts'
import { listRemoved, unmarkRemoved } from '#features/core/part/server/removalQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import { inviteWithdrawn } from '#features/planning/invite/server/inviting.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { removeFromVideo } from '#features/room/media/server/videoRoom.ts'
import { isHost, moderates, seesGuests } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import { markRemoved } from '#features/room/room/server/removalQueries.ts'
import { queueSettleVideo } from '#features/room/video/server/jobs.ts'
import type { liveCalls } from '#features/screens/live/contract.ts'

/** Marks an attendee as removed, which every way into the room checks, and ends their connections and sessions. */
export const removeAttendee = withPitch<typeof liveCalls.removeAttendee>(moderates, async context => {
  const { db, actor, input, now, fail, announce, afterCommit, frame, pitch } = context
  const accountId = input.user_id
  // [PERM-051, PERM-052] Not the caller themselves, and not the pitch team.
  if (accountId === actor.accountId) return fail('NoPermission')
  const target = await findAccount(db, accountId).catch(() => fail('AttendeeNotFound'))
  if (isHost(pitch, target)) return fail('NoPermission')

  const { removed } = await lockRoom(db, pitch.id)
  if (!(await markRemoved(db, pitch, accountId, { by: actor.accountId, now }))) return fail('AttendeeNotFound')
  const attendee = await attendeeOf(db, pitch.id, accountId)
  if (attendee) await withdrawPitchMails(db, pitch.id, 'attending', [attendee.email])
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
})

/** Lets a removed attendee in again: their join link works as before, and an invitation that never left leaves now. */
export const readmitAttendee = withPitch<typeof liveCalls.readmitAttendee>(moderates, async context => {
  const { db, input, fail, announce, pitch } = context
  await lockRoom(db, pitch.id)
  if (!(await unmarkRemoved(db, pitch.id, input.user_id))) return fail('AttendeeNotFound')
  const attendee = await attendeeOf(db, pitch.id, input.user_id)
  if (attendee) await inviteWithdrawn(context, pitch, attendee)
  await announce(pitch.id, 'attendeeReadmitted', { account: input.user_id })
  await writeAudit(context, { action: 'attendee.readmit', subject: input.user_id, detail: { pitch: pitch.uuid } })
  return {}
})

export const getRemovedList = withPitch<typeof liveCalls.getRemovedList>(moderates, async context => {
  const { db, actor, input, pitch, part } = context
  const { rows, total } = await listRemoved(db, pitch.id, input)
  const names = await namesSeenBy(
    db,
    part,
    rows.flatMap(row => [row.accountId, row.removedBy]),
  )
  const items = rows.map(({ accountId, removedAt, removedBy }) => ({
    ...{ user_id: accountId, name: names(accountId), removed_by: names(removedBy) },
    removed_at: removedAt.toISOString(),
  }))
  return { items: seesGuests(part, actor.roles) ? items : await veiled(db, pitch.id, items), total }
})
