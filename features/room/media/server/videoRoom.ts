import { createHmac } from 'node:crypto'
import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk'
import { machineTime, rightTime } from '#server/clock.ts'
import type { Media } from '#server/media/livekit.ts'
import { identityOf } from './identities.ts'

/** How long LiveKit keeps an empty room, in seconds. */
const EMPTY = 600
/** For how long a created room is assumed to exist, in milliseconds: LiveKit loses its rooms when it crashes. */
const TRUSTED = 1000
/** Time limit of a request to LiveKit, in seconds. */
const TIMEOUT = 5

const made = new Map<string, number>()
/** Rooms being created: browsers that reconnect together share one request. */
const making = new Map<string, Promise<void>>()
const isOn = (media: Media) => media.status() === 'ok'
const client = ({ httpUrl, apiKey, apiSecret }: Media) =>
  new RoomServiceClient(httpUrl, apiKey, apiSecret, { requestTimeout: TIMEOUT })

/** The name of a pitch's LiveKit room. The server can read the pitch from it; others cannot guess it. */
export function videoRoomOf({ apiSecret, scope }: Media, pitchId: number): string {
  const sealed = ['room', ...(scope ? [scope] : []), pitchId].join(' ')
  const seal = createHmac('sha256', apiSecret).update(sealed).digest('base64url').slice(0, 22)
  return `${pitchId}-${seal}`
}

/** The pitch of a LiveKit room; undefined for a room that this console did not make. */
export function pitchOfVideoRoom(media: Media, room: string): number | undefined {
  const id = Number(/^(\d{1,15})-/.exec(room)?.[1])
  return Number.isSafeInteger(id) && videoRoomOf(media, id) === room ? id : undefined
}

/** Creates the room if necessary. LiveKit is set to create none by itself, so that an old token opens nothing. */
export async function openVideoRoom(media: Media, pitchId: number): Promise<void> {
  const name = videoRoomOf(media, pitchId)
  if (!isOn(media) || (made.get(name) ?? 0) > rightTime() - TRUSTED) return
  const make = async () => {
    await client(media).createRoom({ name, emptyTimeout: EMPTY, departureTimeout: EMPTY })
    made.set(name, rightTime())
  }
  const creation = making.get(name) ?? make().finally(() => making.delete(name))
  making.set(name, creation)
  await creation
}

/** Closes the room, which ends all connections to it. */
export async function closeVideoRoom(media: Media, pitchId: number): Promise<void> {
  const name = videoRoomOf(media, pitchId)
  made.delete(name)
  if (!isOn(media)) return
  const livekit = client(media)
  const end = () => livekit.deleteRoom(name).catch(unlessGone)
  await end().catch(async (error: unknown) => {
    // the room's node has died: LiveKit can only delete a room that a running node holds
    if (!String(error).includes('could not find object')) throw error
    await livekit.createRoom({ name, emptyTimeout: 1 })
    await end()
  })
}

/** Ends the connection of an account, or of a second device of it, and revokes the tokens that they hold. */
export async function removeFromVideo(media: Media, pitchId: number, sender: string): Promise<void> {
  if (!isOn(media)) return
  const identity = identityOf(media, pitchId, sender)
  const revokeTokenTs = BigInt(Math.floor(machineTime() / 1000))
  await client(media).removeParticipant(videoRoomOf(media, pitchId), identity, { revokeTokenTs }).catch(unlessGone)
}

/**
 * The participant in a pitch's LiveKit room who is that account or second device; `unknown` while LiveKit is not
 * available.
 */
export async function participantOf(
  media: Media,
  pitchId: number,
  sender: string,
): Promise<ParticipantInfo | undefined | 'unknown'> {
  if (!isOn(media)) return 'unknown'
  const identity = identityOf(media, pitchId, sender)
  return client(media).getParticipant(videoRoomOf(media, pitchId), identity).catch(unlessGone)
}

/** Everybody who is connected to a pitch's LiveKit room. @throws when LiveKit does not answer */
export async function participantsOf(media: Media, pitchId: number): Promise<ParticipantInfo[]> {
  if (!isOn(media)) throw new Error('LiveKit is off')
  return (await client(media).listParticipants(videoRoomOf(media, pitchId)).catch(unlessGone)) ?? []
}

/** Ignores a participant whose node has died: LiveKit still lists them but cannot reach them. */
export function unlessLost(error: unknown): undefined {
  if ((error as { status?: number }).status !== 503) return unlessGone(error)
}

/** Ignores that a room or participant no longer exists. */
export function unlessGone(error: unknown): undefined {
  if ((error as { status?: number }).status !== 404) throw error
}
