import { TokenVerifier } from 'livekit-server-sdk'
import { z } from 'zod'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import { ofSecondScreen, videoIsOpen } from '#features/room/media/rules.ts'
import { pitchOfVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { secondDeviceNamed } from '#features/room/share/server/secondDevice.ts'
import type { Frame } from '#server/frame.ts'
import { grantsOnly, sourcesNow } from './sendingRights.ts'
import { isTestRoom } from './testRoom.ts'

/** A participant of a LiveKit room, by their token. `metadata` is the session of a person; a second device is known by its name. */
interface Participant {
  readonly room: string
  readonly identity: string
  readonly metadata: string
}

/**
 * The pitch and the part of a participant, or undefined when they may not be in that room now. A token stays valid for
 * minutes: its holder may have been removed or signed out since, and the pitch may be over.
 */
export async function admissionOf(
  { db, media }: Pick<Frame, 'db' | 'media'>,
  { room, identity, metadata }: Participant,
): Promise<PitchAccess | undefined> {
  const pitchId = pitchOfVideoRoom(media, room)
  if (ofSecondScreen(identity)) {
    const access = await secondDeviceNamed(db, identity)
    return access?.pitch.id === pitchId && access?.pitch.state === 'inProgress' ? access : undefined
  }
  const session = z.uuid().safeParse(metadata).data
  if (pitchId === undefined || session === undefined) return undefined
  const actor = await findActor(db, session)
  if (actor?.accountId !== identity) return undefined
  const access = await pitchById(db, actor, pitchId)
  return access && videoIsOpen(access.pitch.state, access.part) ? access : undefined
}

/**
 * Whether a connection with this token may join. A token that grants more than its holder may send now, because they have
 * left the stage since, is refused: the browser asks for a new one.
 */
export async function mayJoinVideo(frame: Frame, token: string): Promise<boolean> {
  const { apiKey, apiSecret } = frame.media
  const claims = await new TokenVerifier(apiKey, apiSecret).verify(token).catch(() => undefined)
  const { sub: identity, metadata, video } = claims ?? {}
  // the room of a connection test has one participant, who is unknown to us
  if (identity && video?.room && isTestRoom(video.room)) return true
  if (!identity || !metadata || !video?.room) return false
  const access = await admissionOf(frame, { room: video.room, identity, metadata })
  if (!access || !grantsOnly(video, await sourcesNow(frame, access, identity))) return false
  // a token with a guest's name is refused as well, unless its holder is hidden from the others
  return (
    (!video.canPublish && video.hidden === true) ||
    (await nameInRoom(frame.db, access.pitch.id, { accountId: identity, name: claims?.name ?? '' })) ===
      (claims?.name ?? '')
  )
}
