import { TokenVerifier } from 'livekit-server-sdk'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { ofSecondScreen, videoIsOpen } from '#features/room/media/rules.ts'
import { senderOf, sessionOf, shownInVideo } from '#features/room/media/server/identities.ts'
import { pitchOfVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { secondDeviceNamed } from '#features/room/share/server/secondDevice.ts'
import type { Frame } from '#server/frame.ts'
import { grantsOnly, sourcesNow } from './sendingRights.ts'
import { isTestRoom } from './testRoom.ts'

/** A participant of a LiveKit room, by their token (`identities.ts`). A second device is known by its identity alone. */
interface Participant {
  readonly room: string
  readonly identity: string
  readonly metadata: string
}

/** The access of a participant, and who they are: an account, or a second device of one. */
interface Admitted extends PitchAccess {
  readonly sender: string
}

/**
 * The pitch and the part of a participant, or undefined when they may not be in that room now. A token stays valid for
 * minutes: its holder may have been removed or signed out since, and the pitch may be over.
 */
export async function admissionOf(
  { db, media }: Pick<Frame, 'db' | 'media'>,
  { room, identity, metadata }: Participant,
): Promise<Admitted | undefined> {
  const pitchId = pitchOfVideoRoom(media, room)
  if (pitchId === undefined) return undefined
  const sender = senderOf(media, pitchId, identity)
  if (ofSecondScreen(sender)) {
    const access = await secondDeviceNamed(db, sender)
    return access?.pitch.id === pitchId && access.pitch.state === 'inProgress' ? { ...access, sender } : undefined
  }
  const session = sessionOf(media, pitchId, metadata)
  const actor = session && (await findActor(db, session))
  if (!actor || actor.accountId !== sender) return undefined
  const access = await pitchById(db, actor, pitchId)
  return access && videoIsOpen(access.pitch.state, access.part) ? { ...access, sender } : undefined
}

/**
 * Whether a connection with this token may join. A token that grants more than its holder may send now, because they have
 * left the stage since, is refused: the browser asks for a new one.
 */
export async function mayJoinVideo(frame: Frame, token: string): Promise<boolean> {
  const { apiKey, apiSecret } = frame.media
  const claims = await new TokenVerifier(apiKey, apiSecret).verify(token).catch(() => undefined)
  const { sub: identity, metadata, video, name = '', attributes } = claims ?? {}
  // the room of a connection test has one participant, who is unknown to us
  if (identity && video?.room && isTestRoom(video.room)) return true
  if (!identity || !metadata || !video?.room) return false
  const access = await admissionOf(frame, { room: video.room, identity, metadata })
  if (!access || !grantsOnly(video, await sourcesNow(frame, access, access.sender))) return false
  // a token that says more of a guest than the room is refused as well, unless its holder is hidden from the others
  if (!video.canPublish && video.hidden === true) return true
  const shown = await shownInVideo(frame, access.pitch.id, { sender: access.sender, name })
  return shown.name === name && shown.attributes.person === attributes?.['person']
}
