import { TokenVerifier } from 'livekit-server-sdk'
import { z } from 'zod'
import { pitchById } from '#features/pitch/server/access.ts'
import { findActor } from '#features/session/server/queries.ts'
import { videoIsOpen } from '#features/video/rules.ts'
import type { Frame } from '#server/frame.ts'
import { pitchOfVideoRoom } from './videoRoom.ts'

/** Who wants into a LiveKit room. `metadata` is the session that the token was given to. */
interface Comer {
  readonly room: string
  readonly identity: string
  readonly metadata: string
}

/**
 * Whether somebody with a token of ours may be in that room now. A token outlives what it was given for: its holder may
 * have been removed or signed out since, and the pitch may be over.
 */
export async function isAdmitted({ db, media }: Frame, { room, identity, metadata }: Comer): Promise<boolean> {
  const pitchId = pitchOfVideoRoom(media, room)
  const session = z.uuid().safeParse(metadata).data
  if (pitchId === undefined || session === undefined) return false
  const actor = await findActor(db, session)
  if (actor?.accountId !== identity) return false
  const access = await pitchById(db, actor, pitchId)
  return access !== undefined && videoIsOpen(access.pitch.state, access.part)
}

/** The same of a token as it comes with a connection. */
export async function mayJoinVideo(frame: Frame, token: string): Promise<boolean> {
  const { apiKey, apiSecret } = frame.media
  const claims = await new TokenVerifier(apiKey, apiSecret).verify(token).catch(() => undefined)
  const { sub: identity, metadata, video } = claims ?? {}
  return Boolean(
    identity && metadata && video?.room && (await isAdmitted(frame, { room: video.room, identity, metadata })),
  )
}
