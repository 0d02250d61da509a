import { pitchFor } from '#features/core/part/server/access.ts'
import { attendanceRight, lockAttendanceRight } from '#features/core/part/server/attendeeQueries.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { isChoice } from '#features/talk/poll/rules.ts'
import { paced } from '#server/pace.ts'
import { countSoon } from './counting.ts'
import { lockPoll, saveVote } from './queries.ts'
import { voterOf } from './voter.ts'

/**
 * Thousands vote within seconds, so a vote waits for no room: it holds its poll together with the others, and then its own
 * right to vote, so that whoever is removed at the same moment votes before or not at all.
 */
export const votePoll = paced<typeof pollCalls.votePoll>(mayAttempt, async context => {
  const { db, actor, input, now, fail, afterCommit, frame } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  if (part !== 'attendee') return fail('NoPermission')
  const poll = await lockPoll(db, pitch.id, input.poll_id, 'share')
  // of a draft nobody who attends knows
  if (!poll || poll.state === 'draft') return fail('PollNotFound')
  if (poll.state !== 'open') return fail('PollNotOpen')
  if (!isChoice(input.choices, poll.options.length, poll.isMultiple)) return fail('PollChoiceWrong')
  await lockAttendanceRight(db, { pitchId: pitch.id, accountId: actor.accountId }, 'shared')
  if ((await attendanceRight(db, pitch.id, actor.accountId)) === 'mayNot') return fail('PitchNotFound')
  const choices = input.choices.toSorted((a, b) => a - b)
  const who = poll.isAnonymous
    ? // nor does its moment tell whose it is
      { accountId: null, at: poll.openedAt ?? now, asGuest: false }
    : { accountId: actor.accountId, at: now, asGuest: (await guestModeOf(db, pitch.id)).on }
  await saveVote(db, { ...who, pollId: poll.id, voter: await voterOf(frame, poll, actor.accountId), choices })
  afterCommit(() => countSoon(frame, pitch.id, poll))
  return { choices }
})
