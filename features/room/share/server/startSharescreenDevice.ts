import { AccessToken, TrackSource } from 'livekit-server-sdk'
import { CallFailed } from '#contract/call.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { mayShare, secondScreen } from '#features/room/media/rules.ts'
import { openVideoRoom, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { type ShareSlice, sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import { type Preparation, prepares } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { hashToken } from '#server/tokens.ts'
import { shareOfKey } from './queries.ts'
import { secondDevice } from './secondDevice.ts'
import { beginShare, standingToShare } from './sharing.ts'

type Call = typeof shareCalls.startSharescreenDevice

/** Seconds for which a token lets in; who comes back asks again. */
const LIFE = 300

/** LiveKit may take its time, and nobody is to wait for the room meanwhile: its own is made before ours is held. */
const makeVideoRoom: Preparation<Call> = async ({ frame, input }) => {
  const { media, log } = frame
  const { access } = await whoShares(frame.db as unknown as Transaction, input.key, (db, id) =>
    roomStateOf(db, id, sharePart),
  )
  if (!(await media.ready())) throw new CallFailed('VideoOff')
  await openVideoRoom(media, access.pitch.id).catch(error => {
    log.warn({ err: error }, 'LiveKit made no room')
    throw new CallFailed('VideoOff')
  })
}

/** [STATE-050] A second device begins to share, or comes back to it. What it gets is good for its screen alone. */
export const startSharescreenDevice = prepares<Call>(makeVideoRoom, async context => {
  const { db, input, fail, frame } = context
  const { media } = frame
  const { row, actor, access, room, mayEndOthers } = await whoShares(db, input.key, (db, id) =>
    lockRoom(db, id, sharePart),
  )
  const { id } = access.pitch
  const takesOver = input.take_over && mayEndOthers
  if (!(await beginShare(context, { room, row, name: nameOrNumber(actor.accountId, actor.name), takesOver })))
    return fail('ScreenTaken')
  const token = new AccessToken(media.apiKey, media.apiSecret, {
    identity: secondScreen(actor.accountId, row.id),
    name: nameOrNumber(actor.accountId, actor.name),
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
})

/** The share that a key is for, and whose it is, if they may share now: by the room as it is read, or held. */
async function whoShares(
  db: Transaction,
  key: string,
  roomOf: (db: Transaction, pitchId: number) => Promise<RoomCore & ShareSlice>,
) {
  const row = await shareOfKey(db, hashToken(key))
  const device = row && (await secondDevice(db, row))
  if (!row || !device) throw new CallFailed('ShareNotFound')
  const { actor, access } = device
  const room = await roomOf(db, access.pitch.id)
  const { part, mayEndOthers } = await standingToShare(db, actor, access, room)
  if (!presents(part)) throw new CallFailed('NoPermission')
  if (!mayShare(part, room)) throw new CallFailed('PitchStateForbids')
  if (row.startedAt && room.share?.share !== row.id) throw new CallFailed('ShareNotFound')
  return { row, actor, access, room, mayEndOthers }
}
