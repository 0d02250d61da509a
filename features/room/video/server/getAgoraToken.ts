import { AccessToken } from 'livekit-server-sdk'
import { pitchFor } from '#features/core/part/server/access.ts'
import { wasRemoved } from '#features/core/part/server/removalQueries.ts'
import { videoIsOpen } from '#features/room/media/rules.ts'
import { identityOf, metadataOf, shownInVideo } from '#features/room/media/server/identities.ts'
import { openVideoRoom, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { videoCalls } from '#features/room/video/contract.ts'
import type { Handler } from '#server/context.ts'
import { rightsInVideo } from './sendingRights.ts'

/** How long a token admits to the room, in seconds. It is not checked again while its holder stays connected. */
const LIFE = 300

/**
 * [CALL-047] The token holds the person's rights: presenters and attendees on stage send, everyone else receives. In a
 * pause all only receive.
 */
export const getAgoraToken: Handler<typeof videoCalls.getAgoraToken> = async ({ db, actor, input, fail, frame }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access)
    return fail((await wasRemoved(db, input.pitch_uuid, actor.accountId)) ? 'RemovedFromRoom' : 'PitchNotFound')
  const { pitch, part } = access
  if (!videoIsOpen(pitch.state, part)) return fail('RoomNotOpen')
  const { media } = frame
  if (!(await media.ready())) return fail('VideoOff')
  await openVideoRoom(media, pitch.id).catch(error => {
    frame.log.warn({ err: error }, 'LiveKit made no room')
    fail('VideoOff')
  })

  const channel = videoRoomOf(media, pitch.id)
  const sender = actor.accountId
  const uid = identityOf(media, pitch.id, sender)
  const { sources, onStage } = await rightsInVideo({ db, roomModel: frame.roomModel }, access, sender)
  const can_publish = sources.length > 0
  // the session is checked when its holder joins, since it may end before the token does
  const token = new AccessToken(media.apiKey, media.apiSecret, {
    identity: uid,
    ...(await shownInVideo({ db, settings: frame.settings }, pitch.id, { sender, name: actor.name })),
    metadata: metadataOf(media, pitch.id, actor.sessionId),
    ttl: LIFE,
  })
  token.addGrant({
    room: channel,
    roomJoin: true,
    canSubscribe: true,
    canPublish: can_publish,
    ...(can_publish ? { canPublishSources: sources } : {}),
    canPublishData: false,
    canUpdateOwnMetadata: false,
    // ten thousand viewers need no messages about each other
    hidden: !onStage,
  })
  const is_recorded = pitch.recording !== 'not'
  return { provider: 'livekit', url: media.url, token: await token.toJwt(), channel, uid, can_publish, is_recorded }
}
