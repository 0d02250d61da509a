import { livePitches } from '#features/core/part/server/liveQueries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { livingHostOf } from '#features/room/room/hosts.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import type { Frame } from '#server/frame.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { handOverTo, takersOf } from './handOver.ts'

/**
 * A team member who closed their window a moment before a hand-over still counted as there, and would lead from outside.
 * The next member takes over, unless the former leader is still there to see it. A connection that was lost after the
 * hand-over is no exit, and without another member in the room the pitch waits.
 */
export async function watchHandOver({ pitchId, from, to, at }: Jobs['watchHandOver'], frame: Frame): Promise<void> {
  const events: RoomEvent[] = []
  await frame.db.transaction(async tx => {
    const [live] = await livePitches(tx, [pitchId])
    if (!live) return
    const pitch = await lockPitch(tx, pitchId)
    const room = await lockRoom(tx, pitchId)
    if (pitch.state !== 'inProgress' || livingHostOf(room, pitch.userId) !== to) return
    const arrived = await attendeesHere(tx, pitchId, [to], new Date(at))
    const stayed = await attendeesHere(tx, pitchId, [from])
    const [taker] = await takersOf(tx, pitch, to)
    if (arrived.size + stayed.size > 0 || !taker) return
    const announce: Parameters<typeof handOverTo>[0]['announce'] = async (id, type, payload) =>
      void events.push(await appendEvent({ db: tx, frame }, id, type, payload, undefined))
    // `settleVideo` adds a job for each of the two, which informs LiveKit
    await handOverTo({ db: tx, announce, afterCommit: () => {}, frame }, pitch, to, taker)
  })
  if (events.length > 0) frame.rooms.publish(pitchId, events)
}
