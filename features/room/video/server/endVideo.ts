import { RoomServiceClient } from 'livekit-server-sdk'
import { findSessionOwners } from '#features/access/session/server/queries.ts'
import { secondScreen } from '#features/room/media/rules.ts'
import { pitchOfVideoRoom, removeFromVideo, unlessGone, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { ScreenShare } from '#features/room/share/apply.ts'
import { sharePart } from '#features/room/share/apply.ts'
import { findShare } from '#features/room/share/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { admissionOf } from './admission.ts'
import { isListener } from './listener.ts'

type Whom = Parameters<Rooms['disconnect']>[0]
interface Going {
  readonly whom: Whom
  readonly identity: string
  readonly session?: string
  /** Undefined: out of every room. */
  readonly pitchId?: number | undefined
}

/** When LiveKit is told again of those of whom it could not be told, and for how long, in milliseconds. */
const AGAIN = 2000
const LASTS = 3_600_000

/**
 * Ends the video of those whose room connections end: of an account in one room or in all, of one session, or of everybody
 * in a pitch who may not be there any more. LiveKit lets who is in stay, with what their token allowed, whatever happens to
 * the right that it was given for. Many sessions may end in one moment, with a pitch that is deleted: LiveKit is asked for
 * its rooms once. Of whom it could not be told it is told again, as long as this server lives; after that `tidyVideo`
 * finds them.
 */
export function videoEnder({ db, media }: Pick<Frame, 'db' | 'media'>, failed: (error: unknown) => void) {
  /** Whom to end, and until when that is tried. */
  let asked = new Map<Whom, number>()
  let late = new Map<Whom, number>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const livekit = () => new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })

  /** Answers of whom LiveKit could not be told. */
  async function endAll(whoms: readonly Whom[]): Promise<Whom[]> {
    const owners = await findSessionOwners(
      db,
      whoms.flatMap(whom => ('sessionId' in whom ? whom.sessionId : [])),
    )
    const going = whoms.flatMap((whom): Going[] => {
      if ('attendeesOf' in whom) return []
      if ('accountId' in whom) return [{ whom, identity: whom.accountId, pitchId: whom.pitchId }]
      const identity = owners.get(whom.sessionId)
      return identity === undefined ? [] : [{ whom, identity, session: whom.sessionId }]
    })
    const open = going.some(({ pitchId }) => pitchId === undefined) ? await openRooms() : []
    const places = new Map<number, Going[]>(open.map(pitchId => [pitchId, []]))
    for (const one of going)
      for (const pitchId of one.pitchId === undefined ? open : [one.pitchId]) {
        const there = places.get(pitchId)
        if (there) there.push(one)
        else places.set(pitchId, [one])
      }
    const left = await Promise.all([
      ...[...places].map(([pitchId, there]) => endIn(pitchId, there)),
      ...whoms.map(whom => ('attendeesOf' in whom ? endUnadmitted(whom) : [])),
    ])
    return [...new Set(left.flat())]
  }

  async function openRooms(): Promise<number[]> {
    return (await livekit().listRooms()).flatMap(({ name }) => pitchOfVideoRoom(media, name) ?? [])
  }

  /** The same of one room. A LiveKit that does not answer is not asked for each; the next time it is asked first for others. */
  async function endIn(pitchId: number, going: readonly Going[]): Promise<Whom[]> {
    let told = 0
    try {
      const { share } = await roomStateOf(db, pitchId, sharePart)
      for (const one of going) {
        await endOne(pitchId, share, one)
        told++
      }
      return []
    } catch (error) {
      failed(error)
      const left = going.slice(told).map(({ whom }) => whom)
      return [...left.slice(1), ...left.slice(0, 1)]
    }
  }

  async function endOne(pitchId: number, share: ScreenShare | null, { identity, session }: Going): Promise<void> {
    // a second device goes with the session that let it in
    if (share?.device === 'second' && share.account === identity) await endSecondScreen(pitchId, share, session)
    // Another session of the same person may be the one that watches.
    const isMeant = session === undefined || (await sessionThere(pitchId, identity)) === session
    if (isMeant) await removeFromVideo(media, pitchId, identity)
  }

  const sessionThere = async (pitchId: number, identity: string) =>
    (await livekit().getParticipant(videoRoomOf(media, pitchId), identity).catch(unlessGone))?.metadata

  async function endSecondScreen(pitchId: number, share: ScreenShare, session?: string): Promise<void> {
    const isMeant = session === undefined || (await findShare(db, share.share))?.sessionId === session
    if (isMeant) await removeFromVideo(media, pitchId, secondScreen(share.account, share.share))
  }

  async function endUnadmitted(whom: { attendeesOf: number }): Promise<Whom[]> {
    const room = videoRoomOf(media, whom.attendeesOf)
    try {
      const there = (await livekit().listParticipants(room).catch(unlessGone)) ?? []
      for (const { identity, metadata } of there) {
        if (isListener(identity) || (await admissionOf({ db, media }, { room, identity, metadata }))) continue
        await removeFromVideo(media, whom.attendeesOf, identity)
      }
      return []
    } catch (error) {
      failed(error)
      return [whom]
    }
  }

  async function attempt(whoms: ReadonlyMap<Whom, number>): Promise<void> {
    const all = [...whoms.keys()]
    const isOn = () => media.status() === 'ok'
    const tell = () =>
      endAll(all).catch(error => {
        failed(error)
        return all
      })
    const left = isOn() ? await tell() : all
    const now = rightTime()
    for (const whom of isOn() ? left : all) {
      const until = whoms.get(whom) ?? 0
      if (until > now) late.set(whom, until)
    }
    if (late.size > 0 && !stopped) timer ??= setTimeout(again, AGAIN).unref()
  }
  const again = () => {
    timer = undefined
    const whoms = late
    late = new Map()
    void attempt(whoms)
  }

  return {
    end: (whom: Whom): void => {
      // a console without any LiveKit has nobody to tell
      if (!media.httpUrl) return
      asked.set(whom, rightTime() + LASTS)
      if (asked.size > 1) return
      setImmediate(() => {
        const whoms = asked
        asked = new Map()
        void attempt(whoms)
      })
    },
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
