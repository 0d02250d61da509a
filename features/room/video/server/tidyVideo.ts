import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk'
import { z } from 'zod'
import { findGoingSessions } from '#features/access/session/server/queries.ts'
import { findActor } from '#features/access/signIn/server/actorQueries.ts'
import { pitchById } from '#features/core/part/server/access.ts'
import { findPitches } from '#features/core/part/server/liveQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { ofSecondScreen, videoIsOpen } from '#features/room/media/rules.ts'
import { senderOf, sessionOf } from '#features/room/media/server/identities.ts'
import {
  closeVideoRoom,
  pitchOfVideoRoom,
  removeFromVideo,
  unlessGone,
  unlessLost,
  videoRoomOf,
} from '#features/room/media/server/videoRoom.ts'
import { findAdmitted, findUnaccredited, findUnadmitted } from '#features/room/room/server/admissionQueries.ts'
import { findShare } from '#features/room/share/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import type { Media } from '#server/media/livekit.ts'
import { isOfConsole } from './listener.ts'
import { renameInVideo, settleSending } from './sendingRights.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Every minute: corrects what LiveKit's rooms have missed. */
    tidyVideo: Record<string, never>
  }
}

/** Requests to LiveKit at one time. */
const AT_ONCE = 20

/**
 * Closes LiveKit rooms that should be closed, removes participants who may not be there, and corrects what the others
 * may send and how they are named. Each change is applied in LiveKit when it happens; this job catches up when a server
 * died at that moment or LiveKit did not answer. A failure for one room or participant does not stop the others.
 */
export async function tidyVideo(frame: Frame): Promise<void> {
  const { db, media, log } = frame
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const failed = (error: unknown) => log.warn({ err: error }, 'LiveKit’s rooms are looked through later')
  const rooms = await service.listRooms().catch(failed)
  const pitches = await findPitches(db, rooms?.flatMap(({ name }) => pitchOfVideoRoom(media, name) ?? []) ?? [])
  for (const pitch of pitches)
    try {
      if (pitch.deletedAt || !videoIsOpen(pitch.state, 'owner')) await closeVideoRoom(media, pitch.id)
      else {
        const participants = (await service.listParticipants(videoRoomOf(media, pitch.id)).catch(unlessGone)) ?? []
        const people = participants.filter(one => !isOfConsole(frame, one))
        await tidyRoom(frame, pitch, people.map(sentIn(media, pitch.id)), failed)
      }
    } catch (error) {
      failed(error)
    }
}

async function tidyRoom(
  frame: Frame,
  pitch: PitchRow,
  participants: readonly Sending[],
  failed: (error: unknown) => void,
): Promise<void> {
  const { media } = frame
  const each = async (all: readonly Sending[], act: (one: Sending) => Promise<unknown>) => {
    for (let i = 0; i < all.length; i += AT_ONCE)
      await Promise.all(all.slice(i, i + AT_ONCE).map(one => act(one).catch(unlessLost).catch(failed)))
  }
  const unadmitted = await findToRemove(frame, pitch, participants)
  await each(unadmitted, ({ sender }) => removeFromVideo(media, pitch.id, sender))
  const senders = participants.filter(one => one.mayPublish && !isScreen(one) && !unadmitted.includes(one))
  await each(senders, async one => {
    if (await actorOf(frame, one)) await settleSending(frame, pitch.id, one.sender)
  })
  await renameInVideo(frame, pitch.id)
}

/** Two queries clear most of ten thousand attendees; the others are checked one by one. */
async function findToRemove(frame: Frame, pitch: PitchRow, participants: readonly Sending[]): Promise<Sending[]> {
  const { db } = frame
  const people = participants.filter(one => !isScreen(one))
  const shares = await Promise.all(
    participants.filter(isScreen).map(async one => ({ one, row: await shareOf(frame, one) })),
  )
  const sessions = [...people.map(({ session }) => session), ...shares.map(({ row }) => row?.sessionId)].filter(
    id => id != null,
  )
  // who is no account of ours may not be there
  const accounts = people.flatMap(({ sender }) => z.uuid().safeParse(sender).data ?? [])
  const attending = accounts.map(accountId => ({ pitchId: pitch.id, accountId }))
  const [going, admitted, unadmitted, unaccredited] = await Promise.all([
    findGoingSessions(db, sessions, rightNow()),
    findAdmitted(db, pitch.id, accounts),
    findUnadmitted(db, attending),
    findUnaccredited(db, attending),
  ])
  const isOut = new Set([...unadmitted, ...unaccredited].map(({ accountId }) => accountId))
  // everyone of the organization may attend a public pitch
  const isClear = ({ sender }: Sending) => !isOut.has(sender) && (pitch.isPublic || admitted.has(sender))
  const toRemove = shares.flatMap(({ one, row }) =>
    row?.startedAt && !row.endedAt && going.has(row.sessionId ?? '') ? [] : [one],
  )
  for (const one of people)
    if (!going.has(one.session ?? '') || !(isClear(one) || (await mayStay(frame, pitch, one)))) toRemove.push(one)
  return toRemove
}

/** For a person whose session is valid. A second factor that has become required waits for their next sign-in. */
async function mayStay(frame: Frame, { id }: PitchRow, one: Sending): Promise<boolean> {
  const actor = await actorOf(frame, one)
  if (!actor) return true
  const access = await pitchById(frame.db, actor, id)
  return access !== undefined && videoIsOpen(access.pitch.state, access.part)
}

/** A participant: an account or a second device of one, and their session. */
interface Sending {
  readonly sender: string
  readonly session: string | undefined
  readonly mayPublish: boolean
}
const sentIn =
  (media: Media, pitchId: number) =>
  ({ identity, metadata, permission }: ParticipantInfo): Sending => ({
    sender: senderOf(media, pitchId, identity),
    session: sessionOf(media, pitchId, metadata),
    mayPublish: permission?.canPublish === true,
  })

const isScreen = ({ sender }: Sending) => ofSecondScreen(sender) !== undefined
const actorOf = async ({ db }: Frame, { session }: Sending) => session && (await findActor(db, session))
const shareOf = async ({ db }: Frame, { sender }: Sending) => {
  const share = z.uuid().safeParse(ofSecondScreen(sender)?.share).data
  return share ? findShare(db, share) : undefined
}

export const tidyVideoJobs = {
  tidyVideo: async (_payload, frame) => {
    if (frame.media.httpUrl) await tidyVideo(frame)
  },
} satisfies JobHandlers
