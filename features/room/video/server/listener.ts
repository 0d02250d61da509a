import { type ParticipantInfo, ParticipantInfo_Kind } from '@livekit/protocol'
import { AccessToken } from 'livekit-server-sdk'
import { videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import type { Frame } from '#server/frame.ts'
import type { Media } from '#server/media/livekit.ts'

/** Marks a listener's identity; that of a person is the id of their account. */
const prefix = 'listener:'
/** How long the token admits to the room, in seconds; a connected listener stays. */
const LIFE = 120

/** Whether a participant is a part of this console that listens. Identities are signed with our secret. */
export const isListener = (identity: string): boolean => identity.startsWith(prefix)

/**
 * Whether a participant is no person and may be in any room: a listener, or a LiveKit Egress that records for this console.
 * An Egress is known by its kind, which LiveKit takes from its token: an identity could be copied.
 */
export const isOfConsole = (
  { settings }: Pick<Frame, 'settings'>,
  { identity, kind }: Pick<ParticipantInfo, 'identity' | 'kind'>,
): boolean => isListener(identity) || (settings.egress !== undefined && kind === ParticipantInfo_Kind.EGRESS)

/**
 * A token for a part of this console to listen in the room of a pitch: hidden, and only to receive. A second listener of
 * the same name replaces the first.
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
