import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { LINK_LIFE, mayShare } from '#features/room/media/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { acquireShare } from './queries.ts'
import { standingToShare } from './sharing.ts'

/** [CALL-057, STATE-049] Nothing is shown yet: the person chooses what to share, or opens the link on another device. */
export const agoraSharescreenAcquire: Handler<typeof shareCalls.agoraSharescreenAcquire> = async context => {
  const { db, actor, input, now, fail, frame } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const room = await lockRoom(db, access.pitch.id, sharePart)
  const { part, mayEndOthers } = await standingToShare(db, actor, access, room)
  if (!presents(part)) return fail('NoPermission')
  if (!mayShare(part, room)) return fail('PitchStateForbids')
  if (room.share && room.share.account !== actor.accountId && !mayEndOthers) return fail('ScreenTaken')
  if (frame.media.status() !== 'ok') return fail('VideoOff')
  const link = input.device === 'second' ? { ...newToken(), expiresAt: new Date(now.getTime() + LINK_LIFE) } : undefined
  const resource_id = await acquireShare(db, {
    ...{ pitchId: access.pitch.id, accountId: actor.accountId, sessionId: actor.sessionId },
    ...{ device: input.device, link, now },
  })
  return { resource_id, code: link?.token ?? null, expires_at: link?.expiresAt.toISOString() ?? null }
}
