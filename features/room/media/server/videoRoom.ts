import { createHmac } from 'node:crypto'
import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk'
import { machineTime, rightTime } from '#server/clock.ts'
import type { Media } from '#server/media/livekit.ts'

/** Seconds for which a LiveKit room without anybody in it waits. */
const EMPTY = 600
/** How long we trust that a room which we made is still there, in milliseconds: LiveKit forgets its rooms when it dies. */
const TRUSTED = 1000
/** Seconds to wait for an answer of LiveKit. */
const PATIENCE = 5

const made = new Map<string, number>()
/** The rooms that are being made: a crowd that comes back together asks for its room once. */
const making = new Map<string, Promise<void>>()
const isOn = (media: Media) => media.status() === 'ok'
const client = ({ httpUrl, apiKey, apiSecret }: Media) =>
  new RoomServiceClient(httpUrl, apiKey, apiSecret, { requestTimeout: PATIENCE })

/** The name of a pitch's LiveKit room: nobody guesses it from the pitch, and we read the pitch from it. */
export function videoRoomOf({ apiSecret, scope }: Media, pitchId: number): string {
  const what = ['room', ...(scope ? [scope] : []), pitchId].join(' ')
  const seal = createHmac('sha256', apiSecret).update(what).digest('base64url').slice(0, 22)
  return `${pitchId}-${seal}`
}

/** The pitch of a LiveKit room; undefined when it is none of ours. */
export function pitchOfVideoRoom(media: Media, room: string): number | undefined {
  const id = Number(/^(\d{1,15})-/.exec(room)?.[1])
  return Number.isSafeInteger(id) && videoRoomOf(media, id) === room ? id : undefined
}

/** Makes sure that the room is there: LiveKit makes none by itself, and an old token opens nothing. */
export async function openVideoRoom(media: Media, pitchId: number): Promise<void> {
  const name = videoRoomOf(media, pitchId)
  if (!isOn(media) || (made.get(name) ?? 0) > rightTime() - TRUSTED) return
  const make = async () => {
    await client(media).createRoom({ name, emptyTimeout: EMPTY, departureTimeout: EMPTY })
    made.set(name, rightTime())
  }
  const one = making.get(name) ?? make().finally(() => making.delete(name))
  making.set(name, one)
  await one
}

/** Ends the room, and with it everybody's connection. */
export async function closeVideoRoom(media: Media, pitchId: number): Promise<void> {
  const name = videoRoomOf(media, pitchId)
  made.delete(name)
  if (!isOn(media)) return
  const livekit = client(media)
  const end = () => livekit.deleteRoom(name).catch(unlessGone)
  await end().catch(async (error: unknown) => {
    // the node that had it has died: LiveKit ends only what a node has
    if (!String(error).includes('could not find object')) throw error
    await livekit.createRoom({ name, emptyTimeout: 1 })
    await end()
  })
}

/** Ends somebody's connection, and what was signed for them until now is good for nothing. */
export async function removeFromVideo(media: Media, pitchId: number, identity: string): Promise<void> {
  if (!isOn(media)) return
  const revokeTokenTs = BigInt(Math.floor(machineTime() / 1000))
  await client(media).removeParticipant(videoRoomOf(media, pitchId), identity, { revokeTokenTs }).catch(unlessGone)
}

/** Who is in a pitch's video under that name; `unknown` when there is no LiveKit to ask. */
export async function participantOf(
  media: Media,
  pitchId: number,
  identity: string,
): Promise<ParticipantInfo | undefined | 'unknown'> {
  if (!isOn(media)) return 'unknown'
  return client(media).getParticipant(videoRoomOf(media, pitchId), identity).catch(unlessGone)
}

/** LiveKit goes on listing those who were on a node that has died, and can tell them nothing. */
export function unlessLost(error: unknown): undefined {
  if ((error as { status?: number }).status !== 503) return unlessGone(error)
}

/** Whom or what we wanted gone may be gone already. */
export function unlessGone(error: unknown): undefined {
  if ((error as { status?: number }).status !== 404) throw error
}
