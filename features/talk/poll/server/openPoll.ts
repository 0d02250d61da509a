import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handler } from '#server/context.ts'
import { asPoll, tallyOf, updatePoll } from './queries.ts'
import { asShown, pollToRun, toSay } from './running.ts'

/** One that is open already is no event. One that was closed takes votes again, with those that it has. */
export const openPoll: Handler<typeof pollCalls.openPoll> = async context => {
  const { db, input, now, fail, announce } = context
  const { pitch, room, poll } = await pollToRun(context)
  if (room.status !== 2) return fail('PitchStateForbids')
  if (room.poll?.open && room.poll.id !== poll.id) return fail('OtherPollOpen')
  const tally = await tallyOf(db, poll)
  if (poll.state === 'open') return asPoll(poll, tally)
  const change = { state: 'open', isShown: input.is_shown, openedAt: poll.openedAt ?? now, closedAt: null } as const
  const opened = await updatePoll(db, poll.id, change)
  await announce(pitch.id, 'pollShown', toSay(asShown(opened, tally)))
  return asPoll(opened, tally)
}
