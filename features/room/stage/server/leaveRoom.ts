import { pitchFor } from '#features/core/part/server/access.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { endShare } from '#features/room/share/server/sharing.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { handOnOrEnd } from './handOver.ts'
import { takeHandDown, takeOffStage } from './stage.ts'
import { standingOf } from './standing.ts'

type Leaving = Omit<ContextOf<typeof stageCalls.exitUser>, 'fail'> & { fail: (code: 'PitchNotFound') => never }

/** [STATE-038] Somebody leaves of their own will. [STATE-039, STATE-040] Whoever leads a live pitch hands it on. */
export async function leaveRoom(context: Leaving) {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const pitch = await lockPitch(db, access.pitch.id)
  const room = await lockRoom(db, pitch.id, sharePart, stagePart)
  const leads = pitch.state === 'inProgress' && livingHostOf(room, pitch.userId) === actor.accountId
  await takeHandDown(context, pitch.id, room, actor.accountId)
  await takeOffStage(context, pitch.id, room, actor.accountId)
  if (room.share?.account === actor.accountId) await endShare(context, pitch.id, room)
  if (leads) await handOnOrEnd(context, pitch, actor.accountId)
  return standingOf(db, leads ? await lockPitch(db, pitch.id) : pitch)
}
