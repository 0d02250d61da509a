import { AccessToken, TrackSource } from 'livekit-server-sdk'
import { calledInRoom } from '#features/guest/veil.ts'
import { presents } from '#features/pitch/rules.ts'
import { lockRoom } from '#features/room/server/append.ts'
import { hashToken } from '#features/session/server/tokens.ts'
import type { shareCalls } from '#features/share/contract.ts'
import { mayShare, secondScreen } from '#features/share/rules.ts'
import { openVideoRoom, videoRoomOf } from '#features/video/server/videoRoom.ts'
import type { Handler } from '#server/context.ts'
import { shareOfKey } from './queries.ts'
import { secondDevice } from './secondDevice.ts'
import { beginShare, standingToShare } from './sharing.ts'

/** Seconds for which a token lets in; who comes back asks again. */
const LIFE = 300

/** [STATE-050] A second device begins to share, or comes back to it. What it gets is good for its screen alone. */
export const startSharescreenDevice: Handler<typeof shareCalls.startSharescreenDevice> = async context => {
  const { db, input, fail, frame } = context
  const { media } = frame
  const row = await shareOfKey(db, hashToken(input.key))
  const device = row && (await secondDevice(db, row))
  if (!row || !device) return fail('ShareNotFound')
  const { actor, access } = device
  const { id } = access.pitch
  const room = await lockRoom(db, id)
  const { part, mayEndOthers } = await standingToShare(db, actor, access, room)
  if (!presents(part)) return fail('NoPermission')
  if (!mayShare(part, room)) return fail('PitchStateForbids')
  if (row.startedAt && room.share?.share !== row.id) return fail('ShareNotFound')
  if (media.status() !== 'ok') return fail('VideoOff')
  const takesOver = input.take_over && mayEndOthers
  if (!(await beginShare(context, { room, row, name: calledInRoom(actor.accountId, actor.name), takesOver })))
    return fail('ScreenTaken')
  await openVideoRoom(media, id).catch(error => {
    frame.log.warn({ err: error }, 'LiveKit made no room')
    fail('VideoOff')
  })
  const token = new AccessToken(media.apiKey, media.apiSecret, {
    identity: secondScreen(actor.accountId, row.id),
    name: calledInRoom(actor.accountId, actor.name),
    metadata: row.id,
    ttl: LIFE,
  })
  token.addGrant({
    room: videoRoomOf(media, id),
    roomJoin: true,
    canSubscribe: false,
    canPublish: true,
    canPublishSources: [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO],
    canPublishData: false,
    canUpdateOwnMetadata: false,
  })
  return { url: media.url, token: await token.toJwt() }
}
