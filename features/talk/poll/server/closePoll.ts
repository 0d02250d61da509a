import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handler } from '#server/context.ts'
import { asPoll, tallyOf, updatePoll } from './queries.ts'
import { asShown, pollToRun, toSay } from './running.ts'

/** Whoever votes at this moment is counted or refused: the poll is held while that is decided. */
export const closePoll: Handler<typeof pollCalls.closePoll> = async context => {
  const { db, input, now, fail, announce } = context
  const { pitch, room, poll } = await pollToRun(context)
  if (poll.state === 'draft') return fail('PollStateForbids')
  const tally = await tallyOf(db, poll)
  if (poll.state === 'closed') return asPoll(poll, tally)
  const isShown = input.is_shown ?? poll.isShown
  const closed = await updatePoll(db, poll.id, { state: 'closed', isShown, closedAt: now })
  if (room.poll?.id === poll.id)
    await announce(pitch.id, 'pollShown', isShown ? toSay(asShown(closed, tally)) : { poll: null })
  return asPoll(closed, tally)
}
