import { AccessToken, TrackSource } from 'livekit-server-sdk'
import { CallFailed } from '#contract/call.ts'
import { nameOrNumber } from '#features/core/account/veil.ts'
import { isRehearsal } from '#features/core/part/server/access.ts'
import { secondScreen } from '#features/room/media/rules.ts'
import { identityOf, shownInVideo } from '#features/room/media/server/identities.ts'
import { openVideoRoom, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { type ShareSlice, sharePart } from '#features/room/share/apply.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import { type Handler, type Preparation, prepares } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { claimLink, markEnded, shareOfKey, shareOfLink } from './queries.ts'
import { secondDevice } from './secondDevice.ts'
import { beginShare, endShare, mustBeAbleToShare } from './sharing.ts'

/**
 * [ROUTE-045] The link in the QR code opens one device, within five minutes. A device that opens it later, or for another
 * pitch, learns only that the link is not valid.
 */
export const openSharescreenLink: Handler<typeof shareCalls.openSharescreenLink> = async context => {
  const { db, input, now, frame, request, fail } = context
  const row = await shareOfLink(db, hashToken(input.code))
  const device = row && (await secondDevice(db, row))
  const { token, hash } = newToken()
  const isRight = device?.access.pitch.uuid === input.pitch_uuid && (await claimLink(db, row?.id ?? '', hash, now))
  if (!device || !isRight) {
    await countWrongLink(frame, request.ip)
    return fail('ShareLinkWrong')
  }
  const { pitch } = device.access
  return {
    key: token,
    presentation_name: pitch.presentationName,
    name: nameOrNumber(device.actor.accountId, device.actor.name),
    rehearsal: isRehearsal(pitch),
  }
}

/** How long a token admits to the room, in seconds; a device that reconnects asks for a new one. */
const LIFE = 300

/** Makes LiveKit's room before the pitch's room is locked: LiveKit may be slow, and other calls would wait for the lock. */
const makeVideoRoom: Preparation<typeof shareCalls.startSharescreenDevice> = async ({ frame, input }) => {
  const { media, log } = frame
  const { access } = await shareByKey(frame.db as unknown as Transaction, input.key, roomStateOf)
  if (!(await media.ready())) throw new CallFailed('VideoOff')
  await openVideoRoom(media, access.pitch.id).catch(error => {
    log.warn({ err: error }, 'LiveKit made no room')
    throw new CallFailed('VideoOff')
  })
}

/** [STATE-050] A second device begins to share, or reconnects. Its token allows its screen and nothing else. */
export const startSharescreenDevice = prepares<typeof shareCalls.startSharescreenDevice>(
  makeVideoRoom,
  async context => {
    const { db, input, fail, frame } = context
    const { media } = frame
    const { row, actor, access, room, mayEndOthers } = await shareByKey(db, input.key, lockRoom)
    const name = nameOrNumber(actor.accountId, actor.name)
    const takesOver = input.take_over && mayEndOthers
    if (!(await beginShare(context, { room, row, name, takesOver }))) return fail('ScreenTaken')
    const sender = secondScreen(actor.accountId, row.id)
    const shown = await shownInVideo({ db, settings: frame.settings }, access.pitch.id, { sender, name })
    const token = new AccessToken(media.apiKey, media.apiSecret, {
      identity: identityOf(media, access.pitch.id, sender),
      ...shown,
      metadata: row.id,
      ttl: LIFE,
    })
    token.addGrant({
      room: videoRoomOf(media, access.pitch.id),
      roomJoin: true,
      canSubscribe: false,
      canPublish: true,
      canPublishSources: [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO],
      canPublishData: false,
      canUpdateOwnMetadata: false,
    })
    return { url: media.url, token: await token.toJwt(), is_recorded: access.pitch.recording !== 'not' }
  },
)

type ReadRoom = (db: Transaction, pitchId: number, part: typeof sharePart) => Promise<RoomCore & ShareSlice>

/** The share that a key opens, its person, and the room as `readRoom` finds it. Fails unless that person may share now. */
async function shareByKey(db: Transaction, key: string, readRoom: ReadRoom) {
  const row = await shareOfKey(db, hashToken(key))
  const device = row && (await secondDevice(db, row))
  if (!row || !device) throw new CallFailed('ShareNotFound')
  const { actor, access } = device
  const room = await readRoom(db, access.pitch.id, sharePart)
  const { mayEndOthers } = await mustBeAbleToShare(db, actor, access, room)
  if (row.startedAt && room.share?.share !== row.id) throw new CallFailed('ShareNotFound')
  return { row, actor, access, room, mayEndOthers }
}

/** [STATE-051] Ends the share of a second device; its key is invalid from then on. An unknown key changes nothing. */
export const stopSharescreenDevice: Handler<typeof shareCalls.stopSharescreenDevice> = async context => {
  const { db, input, now } = context
  const row = await shareOfKey(db, hashToken(input.key))
  if (!row) return {}
  const room = await lockRoom(db, row.pitchId, sharePart)
  if (room.share?.share === row.id) await endShare(context, row.pitchId, room)
  else await markEnded(db, row.id, now)
  return {}
}
