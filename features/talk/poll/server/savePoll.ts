import { pitchFor } from '#features/core/part/server/access.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { MOST_POLLS, runsPolls } from '#features/talk/poll/rules.ts'
import type { Handler } from '#server/context.ts'
import { asPoll, countPolls, insertPoll, lockPoll, updatePoll } from './queries.ts'

/** What was asked once stays as it was asked: its votes belong to those words. */
export const savePoll: Handler<typeof pollCalls.savePoll> = async ({ db, actor, input, now, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!runsPolls(access.part)) return fail('NoPermission')
  const pitchId = access.pitch.id
  await lockRoom(db, pitchId)
  const { question, options, is_multiple: isMultiple, is_anonymous: isAnonymous } = input
  const written = { question, options, isMultiple, isAnonymous }
  const none = { voters: 0, counts: options.map(() => 0) }
  if (!input.poll_id) {
    if ((await countPolls(db, pitchId)) >= MOST_POLLS) return fail('TooManyPolls')
    return asPoll(await insertPoll(db, { ...written, pitchId, madeBy: actor.accountId, madeAt: now }), none)
  }
  const known = await lockPoll(db, pitchId, input.poll_id)
  if (!known) return fail('PollNotFound')
  if (known.state !== 'draft') return fail('PollStateForbids')
  return asPoll(await updatePoll(db, known.id, written), none)
}
