import { AccessToken } from 'livekit-server-sdk'
import { videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { Media } from '#server/media/livekit.ts'

/** People are in a room by the id of their account, which no listener's name can be. */
const prefix = 'listener:'
/** Seconds for which the token lets in; whoever is in, stays. */
const LIFE = 120

/** Whether a participant is a part of this console that listens. Only who knows our secret gives out names. */
export const isListener = (identity: string): boolean => identity.startsWith(prefix)

/**
 * Lets a part of this console into the room of a pitch: unseen, and to receive only. There is one of each name in a
 * room; a second one takes its place.
 */
export async function listenerToken(media: Media, pitchId: number, name: string): Promise<string> {
  const token = new AccessToken(media.apiKey, media.apiSecret, { identity: `${prefix}${name}`, ttl: LIFE })
  token.addGrant({
    room: videoRoomOf(media, pitchId),
    roomJoin: true,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    hidden: true,
  })
  return token.toJwt()
}
