import { RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { type PitchAccess, pitchById } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { ofSecondScreen } from '#features/room/media/rules.ts'
import { identityOf, senderOf, sessionOf, shownInVideo } from '#features/room/media/server/identities.ts'
import { unlessGone, unlessLost, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { partInRoom } from '#features/room/room/hosts.ts'
import type { RoomState } from '#features/room/room/parts.ts'
import type { ServerModel } from '#features/room/room/server/parts.ts'
import { wholeRoom } from '#features/room/room/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'

interface RoomReader {
  readonly db: Database | Transaction
  readonly roomModel: ServerModel
}

const cameraAndMicrophone = [TrackSource.CAMERA, TrackSource.MICROPHONE]
const screen = [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO]
const everything = [...cameraAndMicrophone, ...screen]

/**
 * What a person may send to a pitch's room unless it is paused: camera and microphone for presenters, what they were
 * granted for attendees on stage, nothing for the other attendees. A screen only for the person whose share is running,
 * and only from the device that shares it.
 */
function mayBeSent(room: RoomState, { part }: PitchAccess, sender: string, { grants }: ServerModel): TrackSource[] {
  const second = ofSecondScreen(sender)
  const shares = room.share?.account === (second?.account ?? sender) ? room.share : undefined
  const mayPresent = presents(partInRoom(part, room.host === (second?.account ?? sender)))
  if (second) return mayPresent && shares?.share === second.share && shares.device === 'second' ? screen : []
  if (mayPresent) return shares?.device === 'here' ? everything : cameraAndMicrophone
  const grant = grants(room, sender)
  if (!grant) return []
  return [...(grant.camera ? [TrackSource.CAMERA] : []), ...(grant.microphone ? [TrackSource.MICROPHONE] : [])]
}

/**
 * What a person may send now, which is nothing during a pause or while a higher word silences them, and whether they are on
 * stage. They stay on stage then, and others still see them in the room.
 */
export async function rightsInVideo(
  { db, roomModel }: RoomReader,
  access: PitchAccess,
  sender: string,
): Promise<{ sources: TrackSource[]; onStage: boolean; mayMicrophone: boolean; paused: boolean }> {
  const room = await wholeRoom({ db, roomModel }, access.pitch.id)
  const may = mayBeSent(room, access, sender, roomModel)
  const account = ofSecondScreen(sender)?.account ?? sender
  const isSilenced = may.length > 0 && (await roomModel.silences(db, access.pitch.id, room, account))
  const paused = room.status === 2 && room.paused
  const mayMicrophone = may.includes(TrackSource.MICROPHONE) && !isSilenced
  return { sources: paused || isSilenced ? [] : may, onStage: may.length > 0, mayMicrophone, paused }
}

export const sourcesNow = async (reader: RoomReader, access: PitchAccess, sender: string) =>
  (await rightsInVideo(reader, access, sender)).sources

/**
 * Sets a participant's permissions and name in LiveKit to what they are now; LiveKit ends at once what is no longer allowed.
 * The rights may change during the update, so it repeats until they are unchanged: of a pause and its end that two
 * servers report at the same moment, the later one stays.
 */
export async function settleSending(
  { db, media, roomModel, settings }: Pick<Frame, 'db' | 'media' | 'roomModel' | 'settings'>,
  pitchId: number,
  accountId: string,
): Promise<void> {
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const room = videoRoomOf(media, pitchId)
  const identity = identityOf(media, pitchId, accountId)
  for (let applied: string | undefined; ; ) {
    const participant = await service.getParticipant(room, identity).catch(unlessGone)
    if (!participant) return
    const session = sessionOf(media, pitchId, participant.metadata)
    const actor = session && (await findActor(db, session))
    const access = actor && (await pitchById(db, actor, pitchId))
    const sources = access ? await sourcesNow({ db, roomModel }, access, accountId) : []
    // [PERM-059] a guest on stage may be seen and heard, but is shown without a name
    const shown = await shownInVideo({ db, settings }, pitchId, {
      sender: accountId,
      name: actor ? actor.name : participant.name,
    })
    const current = JSON.stringify([sources, shown])
    if (current === applied) return
    const permission = {
      canSubscribe: true,
      canPublish: sources.length > 0,
      canPublishSources: sources,
      canPublishData: false,
      canUpdateMetadata: false,
      // a participant who was visible stays so, so that the others hear of their leaving
      hidden: sources.length === 0 && participant.permission?.hidden === true,
    }
    await service.updateParticipant(room, identity, { permission, ...shown }).catch(unlessGone)
    applied = current
  }
}

/**
 * [PERM-059] Sets the name and the id of every visible participant in LiveKit to those that the room shows now. Former
 * speakers are visible as well.
 */
export async function renameInVideo(
  { db, media, settings }: Pick<Frame, 'db' | 'media' | 'settings'>,
  pitchId: number,
): Promise<void> {
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const room = videoRoomOf(media, pitchId)
  const participants = (await service.listParticipants(room).catch(unlessGone)) ?? []
  for (const { identity, metadata, name: before, attributes, permission } of participants) {
    if (permission?.hidden) continue
    const session = sessionOf(media, pitchId, metadata)
    const actor = session ? await findActor(db, session) : undefined
    const sender = senderOf(media, pitchId, identity)
    const shown = await shownInVideo({ db, settings }, pitchId, { sender, name: actor?.name ?? before })
    if (shown.name === before && shown.attributes.person === attributes['person']) continue
    await service.updateParticipant(room, identity, { ...shown }).catch(unlessLost)
  }
}

/** The sources by their names in tokens. */
const sourceNames: Readonly<Record<string, TrackSource>> = {
  camera: TrackSource.CAMERA,
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
}

/** Whether a token grants no more than these sources. A token that names no sources grants all of them. */
export function grantsOnly(
  video:
    | { canPublish?: boolean | undefined; canPublishData?: boolean | undefined; canPublishSources?: unknown }
    | undefined,
  allowed: readonly TrackSource[],
): boolean {
  if (video?.canPublish !== true) return true
  const sources = Array.isArray(video.canPublishSources) ? (video.canPublishSources as unknown[]) : []
  const granted = sources.length > 0 ? sources.map(source => sourceNames[String(source)]) : everything
  return granted.every(source => source !== undefined && allowed.includes(source))
}
