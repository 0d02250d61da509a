import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handler } from '#server/context.ts'
import { removePoll } from './queries.ts'
import { pollToRun } from './running.ts'

/** What was asked is kept with the pitch. */
export const deletePoll: Handler<typeof pollCalls.deletePoll> = async context => {
  const { poll } = await pollToRun(context)
  if (poll.state !== 'draft') return context.fail('PollStateForbids')
  await removePoll(context.db, poll.id)
  return {}
}
