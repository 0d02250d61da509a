import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { unmarkRemoved } from '#features/core/part/server/removalQueries.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { liveCalls } from '#features/screens/live/contract.ts'
import type { Handler } from '#server/context.ts'

/** Lets somebody in again who was removed: their link works as before. */
export const readmitAttendee: Handler<typeof liveCalls.readmitAttendee> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { id, uuid } = access.pitch
  await lockRoom(db, id)
  if (!(await unmarkRemoved(db, id, input.user_id))) return fail('AttendeeNotFound')
  await announce(id, 'attendeeReadmitted', { account: input.user_id })
  await writeAudit(context, { action: 'attendee.readmit', subject: input.user_id, detail: { pitch: uuid } })
  return {}
}
