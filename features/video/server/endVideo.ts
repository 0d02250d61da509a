import { RoomServiceClient } from 'livekit-server-sdk'
import { roomStateOf } from '#features/room/server/queries.ts'
import { findSessionOwners } from '#features/session/server/queries.ts'
import type { ScreenShare } from '#features/share/apply.ts'
import { secondScreen } from '#features/share/rules.ts'
import { findShare } from '#features/share/server/queries.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { admissionOf } from './admission.ts'
import { isListener } from './listener.ts'
import { pitchOfVideoRoom, removeFromVideo, unlessGone, videoRoomOf } from './videoRoom.ts'

type Whom = Exclude<Parameters<Rooms['disconnect']>[0], { attendeesOf: number }>
interface Going {
  readonly identity: string
  readonly session?: string
}

/**
 * Ends the video of those whose room connections end: of an account in one room or in all, of one session, or of everybody
 * in a pitch who may not be there any more. LiveKit
 * lets who is in stay, with what their token allowed, whatever happens to the right that it was given for. Many sessions
 * may end in one moment, with a pitch that is deleted: LiveKit is asked for its rooms once.
 */
export function videoEnder({ db, media }: Pick<Frame, 'db' | 'media'>, failed: (error: unknown) => void) {
  let waiting: Whom[] = []

  const livekit = () => new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })

  async function endAll(whoms: readonly Whom[]): Promise<void> {
    const service = livekit()
    const rooms = await service.listRooms()
    if (rooms.length === 0) return
    const owners = await findSessionOwners(
      db,
      whoms.flatMap(whom => ('sessionId' in whom ? whom.sessionId : [])),
    )
    const going = whoms.flatMap((whom): Going[] => {
      if ('accountId' in whom) return [{ identity: whom.accountId }]
      const identity = owners.get(whom.sessionId)
      return identity === undefined ? [] : [{ identity, session: whom.sessionId }]
    })
    for (const { name } of rooms) {
      const pitchId = pitchOfVideoRoom(media, name)
      if (pitchId === undefined) continue
      const { share } = await roomStateOf(db, pitchId)
      for (const { identity, session } of going) {
        // a second device goes with the session that let it in
        if (share?.device === 'second' && share.account === identity) await endSecondScreen(pitchId, share, session)
        const there = await service.getParticipant(name, identity).catch(unlessGone)
        // Another session of the same person may be the one that watches.
        const isMeant = there && (session === undefined || there.metadata === session)
        if (isMeant) await removeFromVideo(media, pitchId, identity)
      }
    }
  }

  async function endSecondScreen(pitchId: number, share: ScreenShare, session?: string): Promise<void> {
    const isMeant = session === undefined || (await findShare(db, share.share))?.sessionId === session
    if (isMeant) await removeFromVideo(media, pitchId, secondScreen(share.account, share.share))
  }

  async function endInRoom(pitchId: number, accountId: string): Promise<void> {
    await removeFromVideo(media, pitchId, accountId)
    const { share } = await roomStateOf(db, pitchId)
    if (share?.device === 'second' && share.account === accountId) await endSecondScreen(pitchId, share)
  }

  async function endUnadmitted(pitchId: number): Promise<void> {
    const room = videoRoomOf(media, pitchId)
    const there = (await livekit().listParticipants(room).catch(unlessGone)) ?? []
    for (const { identity, metadata } of there) {
      if (isListener(identity) || (await admissionOf({ db, media }, { room, identity, metadata }))) continue
      await removeFromVideo(media, pitchId, identity)
    }
  }

  return (whom: Parameters<Rooms['disconnect']>[0]): void => {
    if (media.status() !== 'ok') return
    if ('attendeesOf' in whom) {
      endUnadmitted(whom.attendeesOf).catch(failed)
      return
    }
    if ('accountId' in whom && whom.pitchId !== undefined) {
      endInRoom(whom.pitchId, whom.accountId).catch(failed)
      return
    }
    waiting.push(whom)
    if (waiting.length > 1) return
    setImmediate(() => {
      const whoms = waiting
      waiting = []
      endAll(whoms).catch(failed)
    })
  }
}
