import { guestName } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import { seesGuests } from '#features/room/room/rules.ts'
import { nameSeenBy } from '#features/room/room/server/personNames.ts'
import type { pollCalls } from '#features/talk/poll/contract.ts'
import { runsPolls } from '#features/talk/poll/rules.ts'
import type { Handler } from '#server/context.ts'
import { findPoll, listVotes, tallyOf } from './queries.ts'

/** [PERM-059] Who voted as a guest is named to pitch admins alone, later as well; so is every one while guest mode is on. */
export const getPollVotes: Handler<typeof pollCalls.getPollVotes> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!runsPolls(access.part)) return fail('NoPermission')
  const poll = await findPoll(db, access.pitch.id, input.poll_id)
  if (!poll) return fail('PollNotFound')
  if (poll.isAnonymous) return fail('PollAnonymous')
  const sees = seesGuests(access.part, actor.roles)
  const { on } = await guestModeOf(db, access.pitch.id)
  const votes = await listVotes(db, poll.id, input)
  return {
    items: votes.map(({ asGuest, name, email, at, ...vote }) => ({
      ...{ ...vote, at: at.toISOString() },
      name:
        !sees && (on || asGuest) ? guestName(vote.user_id) : nameSeenBy(access.part, { id: vote.user_id, name, email }),
    })),
    total: (await tallyOf(db, poll)).voters,
  }
}
