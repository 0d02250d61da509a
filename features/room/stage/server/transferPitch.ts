import { pitchFor } from '#features/core/part/server/access.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { livingHostOf, mayHandOver } from '#features/room/room/hosts.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { handOnOrEnd, handTo, takersOf } from './handOver.ts'
import { standingOf } from './standing.ts'

/** [GAP-022, STATE-039, STATE-040] Hands a live pitch to somebody of the team who is in the room. */
export const transferPitch: Handler<typeof stageCalls.transferPitch> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  if (!mayHandOver(await livingPart(db, actor, access))) return fail('NoPermission')
  // the pitch before the room, as everywhere: whoever ends it at the same moment goes first or comes second
  const pitch = await lockPitch(db, access.pitch.id)
  const room = await lockRoom(db, pitch.id)
  if (pitch.state !== 'inProgress') return fail('PitchStateForbids')
  const from = livingHostOf(room, pitch.userId)
  const takers = await takersOf(db, pitch, from)
  const taker = takers.find(({ user_id }) => input.user_id === undefined || user_id === input.user_id)
  if (taker) await handTo(context, pitch, from, taker)
  // whoever asked for somebody who has just gone chooses again, as long as there is somebody to choose
  else if (input.user_id !== from && (input.keep || takers.length > 0)) return fail('NobodyToTakeOver')
  else if (input.user_id !== from) await handOnOrEnd(context, pitch, from)
  return standingOf(db, await lockPitch(db, pitch.id))
}
