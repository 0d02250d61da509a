import type { PitchAccess } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { Acting } from '#features/room/room/server/liveActs.ts'
import { liveStatusOf } from '#features/room/room/server/livingHost.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { endShare } from '#features/room/share/server/sharing.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import { paced } from '#server/pace.ts'
import { handOverOrEnd } from './handOver.ts'
import { takeHandDown, takeOffStage } from './stageActs.ts'

/** [STATE-038] The caller leaves of their own will. [STATE-039, STATE-040] A leader who leaves hands the pitch over. */
async function leaveRoom(context: Acting & PitchAccess) {
  const { db, actor } = context
  const pitch = await lockPitch(db, context.pitch.id)
  const room = await lockRoom(db, pitch.id, sharePart, stagePart)
  const leads = pitch.state === 'inProgress' && livingHostOf(room, pitch.userId) === actor.accountId
  await takeHandDown(context, pitch.id, room, actor.accountId)
  await takeOffStage(context, pitch.id, room, actor.accountId)
  if (room.share?.account === actor.accountId) await endShare(context, pitch.id, room)
  if (leads) await handOverOrEnd(context, pitch, actor.accountId)
  return liveStatusOf(db, leads ? await lockPitch(db, pitch.id) : pitch)
}

/** CALL-068 */
export const exitUser = paced<typeof stageCalls.exitUser>(mayAttempt, withPitch('sees', leaveRoom))

const leaveAsRequested = withPitch<typeof stageCalls.ExitLive>('sees', leaveRoom)

/** [CALL-069] Callers leave for themselves alone. The server records the times of a stay itself. */
export const ExitLive = paced<typeof stageCalls.ExitLive>(mayAttempt, async context => {
  const { actor, input, fail } = context
  if (input.user_id !== undefined && input.user_id !== actor.accountId) return fail('NoPermission')
  return leaveAsRequested(context)
})
