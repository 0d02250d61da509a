import { pitchFor } from '#features/core/part/server/access.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import { turnRoomPage } from '#features/room/slides/server/turnRoomPage.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { pausePitch } from './pausePitch.ts'
import { standingOf } from './standing.ts'

/** [CALL-048, STATE-046, STATE-047] A page action or a pause of a live pitch. Without a page it turns by one. */
export const sgLivingAction: Handler<typeof stageCalls.sgLivingAction> = async context => {
  const { db, actor, input, fail } = context
  const { pitch_uuid, action, index } = input
  if (action === 'pause' || action === 'resume') return pausePitch(context, pitch_uuid, action === 'pause')
  const access = await pitchFor(db, actor, pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const room = await roomStateOf(db, access.pitch.id, slidesPart)
  if (room.status !== 2) return fail('PitchStateForbids')
  const page = input.page ?? room.page + (action === 'right' ? 1 : -1)
  await turnRoomPage({ ...context, input: { pitch_uuid, action, page, index } })
  return standingOf(db, access.pitch)
}
