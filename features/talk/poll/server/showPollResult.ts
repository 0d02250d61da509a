import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handler } from '#server/context.ts'
import { asPoll, tallyOf, updatePoll } from './queries.ts'
import { asShown, pollToRun, toSay } from './running.ts'

/** Of an open poll everybody sees the numbers grow; a closed one comes back with its result, or goes. */
export const showPollResult: Handler<typeof pollCalls.showPollResult> = async context => {
  const { db, input, fail, announce } = context
  const { pitch, room, poll } = await pollToRun(context)
  if (poll.state === 'draft') return fail('PollStateForbids')
  const isShown = input.is_shown
  if (isShown && room.status !== 2) return fail('PitchStateForbids')
  if (isShown && room.poll?.open && room.poll.id !== poll.id) return fail('OtherPollOpen')
  const tally = await tallyOf(db, poll)
  const changed = await updatePoll(db, poll.id, { isShown })
  const inRoom = room.poll?.id === poll.id
  const isSo = inRoom ? (room.poll?.counts !== null) === isShown : !isShown
  const stays = isShown || changed.state === 'open'
  if (!isSo) await announce(pitch.id, 'pollShown', stays ? toSay(asShown(changed, tally)) : { poll: null })
  return asPoll(changed, tally)
}
