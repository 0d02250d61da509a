import { pitchFor } from '#features/core/part/server/access.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'
import { findShare, markEnded } from './queries.ts'
import { endShare, standingToShare } from './sharing.ts'

/** [CALL-059, STATE-051] By whoever shares, or whoever leads. What has ended already stays so without a word. */
export const agoraSharescreenStop: Handler<typeof shareCalls.agoraSharescreenStop> = async context => {
  const { db, actor, input, now, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { id } = access.pitch
  const room = await lockRoom(db, id, sharePart)
  const { mayEndOthers } = await standingToShare(db, actor, access, room)
  const { resource_id } = input
  if (room.share && (resource_id === undefined || resource_id === room.share.share)) {
    if (room.share.account !== actor.accountId && !mayEndOthers) return fail('NoPermission')
    await endShare(context, id, room)
    return {}
  }
  const row = resource_id === undefined ? undefined : await findShare(db, resource_id)
  if (row && row.pitchId === id && row.accountId === actor.accountId) await markEnded(db, row.id, now)
  return {}
}
