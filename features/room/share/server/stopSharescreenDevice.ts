import { lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'
import { hashToken } from '#server/tokens.ts'
import { markEnded, shareOfKey } from './queries.ts'
import { endShare } from './sharing.ts'

/** [STATE-051] A second device ends what it shares; its key is worth nothing from then on, nor is one that never was. */
export const stopSharescreenDevice: Handler<typeof shareCalls.stopSharescreenDevice> = async context => {
  const { db, input, now } = context
  const row = await shareOfKey(db, hashToken(input.key))
  if (!row) return {}
  const room = await lockRoom(db, row.pitchId, sharePart)
  if (room.share?.share === row.id) await endShare(context, row.pitchId, room)
  else await markEnded(db, row.id, now)
  return {}
}
