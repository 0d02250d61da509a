import { nameOrNumber } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { mayShare } from '#features/room/media/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'
import { findShare } from './queries.ts'
import { beginShare, standingToShare } from './sharing.ts'

/** [CALL-058, STATE-050] From now on LiveKit takes this person's screen, and nobody else's. */
export const agoraSharescreenStart: Handler<typeof shareCalls.agoraSharescreenStart> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const room = await lockRoom(db, access.pitch.id, sharePart)
  const { part, mayEndOthers } = await standingToShare(db, actor, access, room)
  if (!presents(part)) return fail('NoPermission')
  if (!mayShare(part, room)) return fail('PitchStateForbids')
  const row = await findShare(db, input.resource_id)
  const isOwn = row?.pitchId === access.pitch.id && row.accountId === actor.accountId && row.device === 'here'
  if (!row || !isOwn || row.endedAt) return fail('ShareNotFound')
  const startedAt = await beginShare(context, {
    ...{ room, row, name: nameOrNumber(actor.accountId, actor.name) },
    takesOver: input.take_over && mayEndOthers,
  })
  if (!startedAt) return fail('ScreenTaken')
  return { resource_id: row.id, started_at: startedAt.toISOString() }
}
