import { guestName } from '#features/core/account/veil.ts'
import { attendanceRight, lockAttendanceRight } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import { seesGuests } from '#features/room/room/rules.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import { nameSeenBy } from '#features/room/room/server/personNames.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { isChoice, runsPolls } from '#features/talk/poll/rules.ts'
import type { Frame } from '#server/frame.ts'
import { paced } from '#server/pace.ts'
import { stamp } from '#server/secrets.ts'
import { announceCountsSoon } from './counting.ts'
import { findPoll, listVotes, lockPoll, type PollRow, saveVote, tallyOf, voteOf } from './queries.ts'

/** The voter of a vote: the account's id, or in an anonymous poll a keyed hash of it. */
const voterOf = async ({ settings }: Frame, poll: PollRow, accountId: string): Promise<string> =>
  poll.isAnonymous ? stamp(settings, accountId, `poll ${poll.id}`) : accountId

/**
 * Takes no lock of the room, because thousands vote within seconds. A shared lock of the poll orders the vote against the
 * closing, and a shared lock of the attendee's right orders it against their removal.
 */
export const votePoll = paced<typeof pollCalls.votePoll>(
  mayAttempt,
  withPitch<typeof pollCalls.votePoll>(
    part => part === 'attendee',
    async ({ db, actor, input, now, fail, afterCommit, frame, pitch }) => {
      const poll = await lockPoll(db, pitch.id, input.poll_id, 'share')
      // attendees do not know of drafts
      if (!poll || poll.state === 'draft') return fail('PollNotFound')
      if (poll.state !== 'open') return fail('PollNotOpen')
      if (!isChoice(input.choices, poll.options.length, poll.isMultiple)) return fail('PollChoiceWrong')
      await lockAttendanceRight(db, { pitchId: pitch.id, accountId: actor.accountId }, 'shared')
      if ((await attendanceRight(db, pitch.id, actor.accountId)) === 'mayNot') return fail('PitchNotFound')
      const choices = input.choices.toSorted((a, b) => a - b)
      const voter = poll.isAnonymous
        ? // the time of the vote would tell whose it is
          { accountId: null, at: poll.openedAt ?? now, asGuest: false }
        : { accountId: actor.accountId, at: now, asGuest: (await guestModeOf(db, pitch.id)).on }
      await saveVote(db, { ...voter, pollId: poll.id, voter: await voterOf(frame, poll, actor.accountId), choices })
      afterCommit(() => announceCountsSoon(frame, pitch.id, poll))
      return { choices }
    },
  ),
)

export const getOwnVote = withPitch<typeof pollCalls.getOwnVote>('sees', async context => {
  const { db, actor, input, fail, frame, pitch } = context
  const poll = await findPoll(db, pitch.id, input.poll_id)
  if (!poll || poll.state === 'draft') return fail('PollNotFound')
  return { choices: [...(await voteOf(db, poll.id, await voterOf(frame, poll, actor.accountId)))] }
})

/** [PERM-059] Only pitch admins see the names of guests: of votes in guest mode always, and of all while it is on. */
export const getPollVotes = withPitch<typeof pollCalls.getPollVotes>(runsPolls, async context => {
  const { db, actor, input, fail, pitch, part } = context
  const poll = await findPoll(db, pitch.id, input.poll_id)
  if (!poll) return fail('PollNotFound')
  if (poll.isAnonymous) return fail('PollAnonymous')
  const sees = seesGuests(part, actor.roles)
  const { on } = await guestModeOf(db, pitch.id)
  const votes = await listVotes(db, poll.id, input)
  return {
    items: votes.map(({ asGuest, name, email, at, ...vote }) => ({
      ...{ ...vote, at: at.toISOString() },
      name: !sees && (on || asGuest) ? guestName(vote.user_id) : nameSeenBy(part, { id: vote.user_id, name, email }),
    })),
    total: (await tallyOf(db, poll)).voters,
  }
})
