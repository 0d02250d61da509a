import { RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { z } from 'zod'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import { ofSecondScreen } from '#features/room/media/rules.ts'
import { unlessGone, unlessLost, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import type { RoomState } from '#features/room/room/parts.ts'
import type { ServerModel } from '#features/room/room/server/parts.ts'
import { wholeRoom } from '#features/room/room/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'

interface Asking {
  readonly db: Database | Transaction
  readonly roomModel: ServerModel
}

const faceAndVoice = [TrackSource.CAMERA, TrackSource.MICROPHONE]
const screen = [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO]
const everything = [...faceAndVoice, ...screen]

/**
 * What somebody may send in a pitch's room while it goes on: camera and microphone for those who present, what they were
 * let send for attendees on stage, nothing for those who watch. A screen only whoever shares theirs, from where they share it.
 */
function mayBeSent(room: RoomState, { part }: PitchAccess, identity: string, { grants }: ServerModel): TrackSource[] {
  const second = ofSecondScreen(identity)
  const shares = room.share?.account === (second?.account ?? identity) ? room.share : undefined
  const mayPresent = presents(partInRoom(part, room.host === (second?.account ?? identity)))
  if (second) return mayPresent && shares?.share === second.share && shares.device === 'second' ? screen : []
  if (mayPresent) return shares?.device === 'here' ? everything : faceAndVoice
  const grant = grants(room, identity)
  if (!grant) return []
  return [...(grant.camera ? [TrackSource.CAMERA] : []), ...(grant.microphone ? [TrackSource.MICROPHONE] : [])]
}

/**
 * What somebody may send now, which is nothing in a pause, and whether they are on stage: in a pause they stay there,
 * and others go on seeing that they are in the room.
 */
export async function rightsInVideo(
  { db, roomModel }: Asking,
  access: PitchAccess,
  identity: string,
): Promise<{ sources: TrackSource[]; onStage: boolean; mayMicrophone: boolean; paused: boolean }> {
  const room = await wholeRoom({ db, roomModel }, access.pitch.id)
  const place = mayBeSent(room, access, identity, roomModel)
  const paused = room.status === 2 && room.paused
  const mayMicrophone = place.includes(TrackSource.MICROPHONE)
  return { sources: paused ? [] : place, onStage: place.length > 0, mayMicrophone, paused }
}

/** What somebody may send in a pitch's room now. */
export const sendingOf = async (asking: Asking, access: PitchAccess, identity: string) =>
  (await rightsInVideo(asking, access, identity)).sources

/**
 * Makes LiveKit allow somebody who is in a pitch's room what they may send now; what they may not ends at once. What holds
 * may change while LiveKit is told: it is told again until it was told what still holds, so that of a pause and its end
 * the later one stays, whichever server tells it last.
 */
export async function settleSending(
  { db, media, roomModel }: Pick<Frame, 'db' | 'media' | 'roomModel'>,
  pitchId: number,
  accountId: string,
): Promise<void> {
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const room = videoRoomOf(media, pitchId)
  for (let told: string | undefined; ; ) {
    const there = await service.getParticipant(room, accountId).catch(unlessGone)
    if (!there) return
    const session = z.uuid().safeParse(there.metadata).data
    const actor = session && (await findActor(db, session))
    const access = actor && (await pitchById(db, actor, pitchId))
    const sources = access ? await sendingOf({ db, roomModel }, access, accountId) : []
    // [PERM-059] a guest on stage is heard and seen as they like, and named by nobody
    const name = actor ? await nameInRoom(db, pitchId, actor) : there.name
    const holds = JSON.stringify([sources, name])
    if (holds === told) return
    const permission = {
      canSubscribe: true,
      canPublish: sources.length > 0,
      canPublishSources: sources,
      canPublishData: false,
      canUpdateMetadata: false,
      // whoever was seen once is still told of when they leave
      hidden: sources.length === 0 && there.permission?.hidden === true,
    }
    await service.updateParticipant(room, accountId, { permission, name }).catch(unlessGone)
    told = holds
  }
}

/**
 * [PERM-059] Makes LiveKit call everybody whom others see there by what they are called in the room now. That is more than
 * those on stage: whoever was on it once is still seen, by name.
 */
export async function renameInVideo({ db, media }: Pick<Frame, 'db' | 'media'>, pitchId: number): Promise<void> {
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const room = videoRoomOf(media, pitchId)
  const there = (await service.listParticipants(room).catch(unlessGone)) ?? []
  for (const { identity, metadata, name: called, permission } of there) {
    if (permission?.hidden) continue
    const session = z.uuid().safeParse(metadata).data
    const actor = session ? await findActor(db, session) : undefined
    const name = await nameInRoom(db, pitchId, actor ?? { accountId: identity, name: called })
    if (name !== called) await service.updateParticipant(room, identity, { name }).catch(unlessLost)
  }
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
