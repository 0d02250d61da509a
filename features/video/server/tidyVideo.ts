import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk'
import { z } from 'zod'
import { findUnadmitted } from '#features/invite/server/admissionQueries.ts'
import { statesOf } from '#features/pitch/server/liveQueries.ts'
import { findGoingSessions } from '#features/session/server/queries.ts'
import { ofSecondScreen } from '#features/share/rules.ts'
import { videoIsOpen } from '#features/video/rules.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { admissionOf } from './admission.ts'
import { isListener } from './listener.ts'
import { renameInVideo, settleSending } from './sending.ts'
import { closeVideoRoom, pitchOfVideoRoom, removeFromVideo, unlessGone, videoRoomOf } from './videoRoom.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Every minute: LiveKit's rooms are looked through for whom and what it was not told of. */
    tidyVideo: Record<string, never>
  }
}

/**
 * Ends what should not be in LiveKit any more, and names everybody there by what they are called now; whoever sends may send
 * what holds of them. LiveKit is told all
 * of it the moment it happens; a server that dies just then, or a LiveKit that does not answer it, leaves it to this look.
 */
export async function tidyVideo(frame: Frame): Promise<void> {
  const { media, log } = frame
  if (media.status() !== 'ok') return
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret, { requestTimeout: 5 })
  const rooms = (await service.listRooms()).flatMap(({ name }) => pitchOfVideoRoom(media, name) ?? [])
  const states = await statesOf(frame.db, rooms)
  for (const pitchId of rooms)
    try {
      const state = states.get(pitchId)
      if (!state || !videoIsOpen(state, 'owner')) await closeVideoRoom(media, pitchId)
      else {
        const there = (await service.listParticipants(videoRoomOf(media, pitchId)).catch(unlessGone)) ?? []
        await endWhoMayNotBeThere(frame, pitchId, there)
        for (const { identity, permission } of there)
          if (permission?.canPublish && !ofSecondScreen(identity)) await settleSending(frame, pitchId, identity)
        await renameInVideo(frame, pitchId)
      }
    } catch (error) {
      log.warn({ err: error, pitchId }, 'the video of a pitch is looked through later')
    }
}

/** Ten thousand people are asked for in two questions; only whom these do not clear is looked at one by one. */
async function endWhoMayNotBeThere(frame: Frame, pitchId: number, there: readonly ParticipantInfo[]): Promise<void> {
  const { db, media } = frame
  const room = videoRoomOf(media, pitchId)
  const seen = there.filter(({ identity }) => !isListener(identity))
  const [screens, people] = [seen.filter(isScreen), seen.filter(one => !isScreen(one))]
  const sessions = people.flatMap(({ metadata }) => idIn(metadata) ?? [])
  const attending = people.map(({ identity }) => ({ pitchId, accountId: identity }))
  const [going, unadmitted] = await Promise.all([
    findGoingSessions(db, sessions, rightNow()),
    findUnadmitted(db, attending),
  ])
  const goes = ({ metadata }: ParticipantInfo) => going.has(idIn(metadata) ?? '')
  const isOut = new Set(unadmitted.map(({ accountId }) => accountId))
  const over = people.filter(one => !goes(one))
  for (const one of [...screens, ...people.filter(person => goes(person) && isOut.has(person.identity))])
    if (!(await admissionOf(frame, { room, identity: one.identity, metadata: one.metadata }))) over.push(one)
  for (const { identity } of over) await removeFromVideo(media, pitchId, identity)
}

const isScreen = ({ identity }: ParticipantInfo) => ofSecondScreen(identity) !== undefined
const idIn = (text: string) => z.uuid().safeParse(text).data

export const tidyVideoJobs = {
  tidyVideo: async (_payload, frame) => {
    if (frame.media.httpUrl) await tidyVideo(frame)
  },
} satisfies JobHandlers
