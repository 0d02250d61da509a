import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { pollPart } from '#features/talk/poll/apply.ts'
import { COUNT_EVERY } from '#features/talk/poll/rules.ts'
import type { Frame } from '#server/frame.ts'
import { type PollRow, tallyOf } from './queries.ts'

/** The polls whose counts are about to be announced. */
const due = new Set<string>()

/**
 * Announces the counts of an open poll after `COUNT_EVERY`, once for all votes until then. A count that is lost with its
 * server is made up for by the next vote, or by the closing of the poll.
 */
export function announceCountsSoon(frame: Frame, pitchId: number, poll: Pick<PollRow, 'id' | 'options'>): void {
  if (due.has(poll.id)) return
  due.add(poll.id)
  setTimeout(() => {
    due.delete(poll.id)
    announceCounts(frame, pitchId, poll).catch(error => frame.log.warn({ err: error }, 'a poll is counted later'))
  }, COUNT_EVERY).unref()
}

/** Unchanged counts cause no event, so several servers may count. */
async function announceCounts(frame: Frame, pitchId: number, poll: Pick<PollRow, 'id' | 'options'>): Promise<void> {
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
