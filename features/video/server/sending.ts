import { RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { z } from 'zod'
import { presents } from '#features/pitch/rules.ts'
import { type PitchAccess, pitchById } from '#features/pitch/server/access.ts'
import { roomStateOf } from '#features/room/server/queries.ts'
import { findActor } from '#features/session/server/queries.ts'
import { partInRoom } from '#features/stage/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { unlessGone, videoRoomOf } from './videoRoom.ts'

const everything = [
  TrackSource.CAMERA,
  TrackSource.MICROPHONE,
  TrackSource.SCREEN_SHARE,
  TrackSource.SCREEN_SHARE_AUDIO,
]

/**
 * What somebody may send in a pitch's room now: everything for those who present, what they were
 * let send for attendees on stage, nothing for those who watch.
 */
export async function sendingOf(
  db: Database | Transaction,
  { pitch, part }: PitchAccess,
  accountId: string,
): Promise<TrackSource[]> {
  if (presents(part)) return everything
  const room = await roomStateOf(db, pitch.id)
  if (presents(partInRoom(part, room.host === accountId))) return everything
  const grant = room.status === 2 && room.stage.granted.find(({ account }) => account === accountId)
  if (!grant) return []
  return [...(grant.camera ? [TrackSource.CAMERA] : []), ...(grant.microphone ? [TrackSource.MICROPHONE] : [])]
}

/** Makes LiveKit allow somebody who is in a pitch's room what they may send now; what they may not ends at once. */
export async function settleSending(
  { db, media }: Pick<Frame, 'db' | 'media'>,
  pitchId: number,
  accountId: string,
): Promise<void> {
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const room = videoRoomOf(media, pitchId)
  const there = await service.getParticipant(room, accountId).catch(unlessGone)
  if (!there) return
  const session = z.uuid().safeParse(there.metadata).data
  const actor = session && (await findActor(db, session))
  const access = actor && (await pitchById(db, actor, pitchId))
  const sources = access ? await sendingOf(db, access, accountId) : []
  const permission = {
    canSubscribe: true,
    canPublish: sources.length > 0,
    canPublishSources: sources,
    canPublishData: false,
    canUpdateMetadata: false,
    // whoever was seen once is still told of when they leave
    hidden: sources.length === 0 && there.permission?.hidden === true,
  }
  await service.updateParticipant(room, accountId, { permission }).catch(unlessGone)
}

/** The names of the sources in tokens. */
const named: Readonly<Record<string, TrackSource>> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
}

/** Whether a token promises no more than its holder may send now. One that names no sources promises all of them. */
export function promisesOnly(
  video:
    | { canPublish?: boolean | undefined; canPublishData?: boolean | undefined; canPublishSources?: unknown }
    | undefined,
  allowed: readonly TrackSource[],
): boolean {
  if (video?.canPublish !== true) return true
  const sources = Array.isArray(video.canPublishSources) ? (video.canPublishSources as unknown[]) : []
  const promised = sources.length > 0 ? sources.map(source => named[String(source)]) : everything
  return promised.every(source => source !== undefined && allowed.includes(source))
}
