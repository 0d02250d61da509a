import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { pollPart } from '#features/talk/poll/apply.ts'
import { COUNT_EVERY } from '#features/talk/poll/rules.ts'
import type { Frame } from '#server/frame.ts'
import { type PollRow, tallyOf } from './queries.ts'

const due = new Set<string>()

/**
 * Tells everybody the numbers of an open poll in a moment, once for all votes until then. What a server that dies does
 * not tell any more is told with the next vote, and when the poll is closed.
 */
export function countSoon(frame: Frame, pitchId: number, poll: Pick<PollRow, 'id' | 'options'>): void {
  if (due.has(poll.id)) return
  due.add(poll.id)
  setTimeout(() => {
    due.delete(poll.id)
    tellCount(frame, pitchId, poll).catch(error => frame.log.warn({ err: error }, 'a poll is counted later'))
  }, COUNT_EVERY).unref()
}

/** Numbers that everybody has already are no event, so several servers may count. */
async function tellCount(frame: Frame, pitchId: number, poll: Pick<PollRow, 'id' | 'options'>): Promise<void> {
  const event = await frame.db.transaction(async tx => {
    const { poll: shown } = await lockRoom(tx, pitchId, pollPart)
    if (shown?.id !== poll.id || !shown.open) return undefined
    const tally = await tallyOf(tx, poll)
    const counts = shown.counts && [...tally.counts]
    const isSame = shown.voters === tally.voters && shown.counts?.join() === counts?.join()
    return isSame
      ? undefined
      : appendEvent({ db: tx, frame }, pitchId, 'pollCounted', { id: poll.id, voters: tally.voters, counts }, undefined)
  })
  if (event) frame.rooms.publish(pitchId, [event])
}
