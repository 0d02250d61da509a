import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import type { Frame } from '#server/frame.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { handTo, takersOf } from './handOver.ts'

/**
 * Whoever closed their window a moment before a pitch was handed to them still counted as there, and leads it from
 * outside. The next of the team takes it over, unless who handed it on is there to see it. A connection that was lost after
 * the hand-over is no exit, and without anybody there the pitch waits.
 */
export async function settleHandOver(frame: Frame, { pitchId, from, to, at }: Jobs['watchHandOver']): Promise<void> {
  const events: RoomEvent[] = []
  await frame.db.transaction(async tx => {
    const [live] = await livePitches(tx, [pitchId])
    if (!live) return
    const pitch = await lockPitch(tx, pitchId)
    const room = await lockRoom(tx, pitchId)
    if (pitch.state !== 'inProgress' || livingHostOf(room, pitch.userId) !== to) return
    const came = await attendeesHere(tx, pitchId, [to], new Date(at))
    const stayed = await attendeesHere(tx, pitchId, [from])
    const [taker] = await takersOf(tx, pitch, to)
    if (came.size + stayed.size > 0 || !taker) return
    const announce: Parameters<typeof handTo>[0]['announce'] = async (id, type, payload) =>
      void events.push(await appendEvent({ db: tx, frame }, id, type, payload, undefined))
    // LiveKit is told by the jobs of those two
    await handTo({ db: tx, announce, afterCommit: () => {}, frame }, pitch, to, taker)
  })
  if (events.length > 0) frame.rooms.publish(pitchId, events)
}
