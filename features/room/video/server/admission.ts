import { TokenVerifier } from 'livekit-server-sdk'
import { z } from 'zod'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import { ofSecondScreen } from '#features/room/media/rules.ts'
import { pitchOfVideoRoom } from '#features/room/media/server/videoRoom.ts'
import { secondDeviceNamed } from '#features/room/share/server/secondDevice.ts'
import { videoIsOpen } from '#features/room/video/rules.ts'
import type { Frame } from '#server/frame.ts'
import { promisesOnly, sendingOf } from './sending.ts'
import { isTestRoom } from './testRoom.ts'

/** Who wants into a LiveKit room. `metadata` is the session that the token was given to; a second device's name says all. */
interface Comer {
  readonly room: string
  readonly identity: string
  readonly metadata: string
}

/**
 * What somebody with a token of ours has to do with that room now; undefined when they may not be in it. A token outlives what it was given for: its holder may
 * have been removed or signed out since, and the pitch may be over.
 */
export async function admissionOf(
  { db, media }: Pick<Frame, 'db' | 'media'>,
  { room, identity, metadata }: Comer,
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
 * The same of a token as it comes with a connection. One that promises more than its holder may send by now, because
 * they were on stage when they got it, is refused: the next one says what holds.
 */
export async function mayJoinVideo(frame: Frame, token: string): Promise<boolean> {
  const { apiKey, apiSecret } = frame.media
  const claims = await new TokenVerifier(apiKey, apiSecret).verify(token).catch(() => undefined)
  const { sub: identity, metadata, video } = claims ?? {}
  // whoever tests their connection is alone in there, and nobody to us
  if (identity && video?.room && isTestRoom(video.room)) return true
  if (!identity || !metadata || !video?.room) return false
  const access = await admissionOf(frame, { room: video.room, identity, metadata })
  if (!access || !promisesOnly(video, await sendingOf(frame, access, identity))) return false
  // nor does one that names a guest: whoever is hidden is seen by nobody
  return (
    (!video.canPublish && video.hidden === true) ||
    (await nameInRoom(frame.db, access.pitch.id, { accountId: identity, name: claims?.name ?? '' })) ===
      (claims?.name ?? '')
  )
}
