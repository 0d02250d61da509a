import { pitchFor } from '#features/core/part/server/access.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import type { Handler } from '#server/context.ts'
import { findPoll, voteOf } from './queries.ts'
import { voterOf } from './voter.ts'

export const getOwnVote: Handler<typeof pollCalls.getOwnVote> = async ({ db, actor, input, fail, frame }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const poll = await findPoll(db, access.pitch.id, input.poll_id)
  if (!poll || poll.state === 'draft') return fail('PollNotFound')
  return { choices: [...(await voteOf(db, poll.id, await voterOf(frame, poll, actor.accountId)))] }
}
