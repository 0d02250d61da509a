import { RoomServiceClient } from 'livekit-server-sdk'
import { findSessionOwners } from '#features/access/session/server/queries.ts'
import { secondScreen } from '#features/room/media/rules.ts'
import { senderOf, sessionOf } from '#features/room/media/server/identities.ts'
import {
  participantOf,
  pitchOfVideoRoom,
  removeFromVideo,
  unlessGone,
  videoRoomOf,
} from '#features/room/media/server/videoRoom.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { type ScreenShare, sharePart } from '#features/room/share/apply.ts'
import { findShare } from '#features/room/share/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { admissionOf } from './admission.ts'
import { isOfConsole } from './listener.ts'

type Target = Parameters<Rooms['disconnect']>[0]

interface Removal {
  readonly target: Target
  readonly accountId: string
  readonly session?: string
  /** Undefined: out of every room. */
  readonly pitchId?: number | undefined
}

interface Parts extends Pick<Frame, 'db' | 'media' | 'settings'> {
  readonly failed: (error: unknown) => void
}

/** Retry delay after LiveKit did not answer, and for how long a removal is retried, in milliseconds. */
const RETRY_DELAY = 2000
const RETRY_FOR = 3_600_000

/**
 * Ends the video of people whose room connections end: of an account in one room or in all, of one session, or of all
 * people in a pitch who may no longer be there. LiveKit itself lets people stay, with what their token allowed, when
 * they lose the right that the token was given for. Many sessions may end at one moment, with a pitch that is deleted,
 * so requests of one moment are handled together and LiveKit lists its rooms once. Failed removals are retried as long
 * as this server lives; after that `tidyVideo` finds the people.
 */
export function videoEnder(
  { db, media, settings }: Pick<Frame, 'db' | 'media' | 'settings'>,
  failed: (error: unknown) => void,
) {
  /** Whom to remove, and until when that is retried. */
  let requested = new Map<Target, number>()
  let toRetry = new Map<Target, number>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const isOn = () => media.status() === 'ok'

  async function attempt(targets: ReadonlyMap<Target, number>): Promise<void> {
    const all = [...targets.keys()]
    const removeThem = () =>
      removeTargets({ db, media, settings, failed }, all).catch(error => {
        failed(error)
        return all
      })
    const left = isOn() ? await removeThem() : all
    const now = rightTime()
    for (const target of isOn() ? left : all) {
      const until = targets.get(target) ?? 0
      if (until > now) toRetry.set(target, until)
    }
    if (toRetry.size > 0 && !stopped) timer ??= setTimeout(retry, RETRY_DELAY).unref()
  }
  const retry = () => {
    timer = undefined
    const targets = toRetry
    toRetry = new Map()
    void attempt(targets)
  }

  return {
    end: (target: Target): void => {
      // without any LiveKit there is nothing to end
      if (!media.httpUrl) return
      requested.set(target, rightTime() + RETRY_FOR)
      if (requested.size > 1) return
      setImmediate(() => {
        const targets = requested
        requested = new Map()
        void attempt(targets)
      })
    },
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const livekit = ({ media }: Parts) =>
  new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })

/** Removes people from LiveKit; answers the targets for which that failed. */
async function removeTargets(parts: Parts, targets: readonly Target[]): Promise<Target[]> {
  const rooms = await removalsByRoom(parts, await removalsOf(parts, targets))
  const left = await Promise.all([
    ...[...rooms].map(([pitchId, removals]) => removeFromRoom(parts, pitchId, removals)),
    ...targets.map(target => ('attendeesOf' in target ? removeUnadmitted(parts, target) : [])),
  ])
  return [...new Set(left.flat())]
}

async function removalsOf({ db }: Parts, targets: readonly Target[]): Promise<Removal[]> {
  const owners = await findSessionOwners(
    db,
    targets.flatMap(target => ('sessionId' in target ? target.sessionId : [])),
  )
  return targets.flatMap((target): Removal[] => {
    if ('attendeesOf' in target) return []
    if ('accountId' in target) return [{ target, accountId: target.accountId, pitchId: target.pitchId }]
    const accountId = owners.get(target.sessionId)
    return accountId === undefined ? [] : [{ target, accountId, session: target.sessionId }]
  })
}

async function removalsByRoom(parts: Parts, removals: readonly Removal[]): Promise<Map<number, Removal[]>> {
  const open = removals.some(({ pitchId }) => pitchId === undefined) ? await openRooms(parts) : []
  const rooms = new Map<number, Removal[]>(open.map(pitchId => [pitchId, []]))
  for (const removal of removals)
    for (const pitchId of removal.pitchId === undefined ? open : [removal.pitchId]) {
      const inRoom = rooms.get(pitchId)
      if (inRoom) inRoom.push(removal)
      else rooms.set(pitchId, [removal])
    }
  return rooms
}

async function openRooms(parts: Parts): Promise<number[]> {
  return (await livekit(parts).listRooms()).flatMap(({ name }) => pitchOfVideoRoom(parts.media, name) ?? [])
}

/**
 * Stops at the first failure, so as not to wait for a dead LiveKit again and again; the next attempt begins with the
 * others.
 */
async function removeFromRoom(parts: Parts, pitchId: number, removals: readonly Removal[]): Promise<Target[]> {
  let done = 0
  try {
    const { share } = await roomStateOf(parts.db, pitchId, sharePart)
    for (const removal of removals) {
      await removePerson(parts, pitchId, share, removal)
      done++
    }
    return []
  } catch (error) {
    parts.failed(error)
    const left = removals.slice(done).map(({ target }) => target)
    return [...left.slice(1), ...left.slice(0, 1)]
  }
}

async function removePerson(
  parts: Parts,
  pitchId: number,
  share: ScreenShare | null,
  { accountId, session }: Removal,
): Promise<void> {
  // a second device goes with the session that let it in
  if (share?.device === 'second' && share.account === accountId)
    await removeSecondDevice(parts, pitchId, share, session)
  // another session of the same person may be the one that is connected
  const isMeant = session === undefined || (await connectedSession(parts, pitchId, accountId)) === session
  if (isMeant) await removeFromVideo(parts.media, pitchId, accountId)
}

async function connectedSession({ media }: Parts, pitchId: number, accountId: string): Promise<string | undefined> {
  const participant = await participantOf(media, pitchId, accountId)
  return typeof participant === 'object' ? sessionOf(media, pitchId, participant.metadata) : undefined
}

async function removeSecondDevice(
  { db, media }: Parts,
  pitchId: number,
  { account, share }: ScreenShare,
  session?: string,
): Promise<void> {
  const isMeant = session === undefined || (await findShare(db, share))?.sessionId === session
  if (isMeant) await removeFromVideo(media, pitchId, secondScreen(account, share))
}

async function removeUnadmitted(parts: Parts, target: { attendeesOf: number }): Promise<Target[]> {
  const { media, failed } = parts
  const room = videoRoomOf(media, target.attendeesOf)
  try {
    const participants = (await livekit(parts).listParticipants(room).catch(unlessGone)) ?? []
    for (const participant of participants) {
      const { identity, metadata } = participant
      if (isOfConsole(parts, participant) || (await admissionOf(parts, { room, identity, metadata }))) continue
      await removeFromVideo(media, target.attendeesOf, senderOf(media, target.attendeesOf, identity))
    }
    return []
  } catch (error) {
    failed(error)
    return [target]
  }
}
