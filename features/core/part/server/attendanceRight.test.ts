import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { reopen } from '#features/planning/plan/server/reopening.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { feedback, sessionRating } from '#features/results/feedback/server/tables.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { markRemoved } from '#features/room/room/server/removalQueries.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { pollVote } from '#features/talk/poll/server/tables.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { shown } from '#testing/statement.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** A live pitch with a poll that is open, and what Ivy may do there; `invited`, or because the pitch is public. */
async function live(invited: boolean) {
  const made = await seedPitch(stack, { isPublic: !invited })
  const [pitch_uuid, uuid, accountId] = [made.uuid, made.uuid, stack.people.investor.id]
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid })
  const ivy = invited
    ? stack.withToken((await seedAttendee(stack, made, stack.people.investor)).token)
    : stack.as('investor')
  const serverId = crypto.randomUUID()
  await stack.db
    .insert(attendance)
    .values({ pitchId: made.id, accountId, serverId, part: 'attendee', joinedAt: new Date(), leftAt: new Date() })
  const poll = await presenter.savePoll({ pitch_uuid, question: 'Which?', options: ['A', 'B'], is_anonymous: false })
  await presenter.openPoll({ pitch_uuid, poll_id: poll.id })
  return {
    made,
    uuid,
    acts: {
      commit: () => ivy.commitInPitch({ uuid, money_amount: '$5', initials: 'II', ...shown }),
      feedback: () => ivy.createAttendeeFeedback({ uuid, select: 'invest' }),
      vote: () => ivy.votePoll({ pitch_uuid, poll_id: poll.id, choices: [0] }),
      rate: () => ivy.createPitchEPFeedback({ uuid, rating: 'good' }),
    },
    /** What there is of it. */
    left: async () =>
      (
        await Promise.all([
          stack.db.select().from(commitment).where(eq(commitment.pitchId, made.id)),
          stack.db.select().from(feedback).where(eq(feedback.pitchId, made.id)),
          stack.db.select().from(sessionRating).where(eq(sessionRating.pitchId, made.id)),
          stack.db.select().from(pollVote).where(eq(pollVote.pollId, poll.id)),
        ])
      ).flat().length,
  }
}

/** Makes calls while something is under way that is not committed yet, and answers what became of them. */
async function meanwhile(
  under: (db: Parameters<Parameters<RoomStack['db']['transaction']>[0]>[0]) => Promise<unknown>,
  calls: readonly (() => Promise<unknown>)[],
) {
  let made: Promise<PromiseSettledResult<unknown>[]> | undefined
  await stack.db.transaction(async db => {
    await under(db)
    made = Promise.allSettled(calls.map(call => call()))
    // long enough for each of them to have looked and written, if it did not wait
    await new Promise(done => setTimeout(done, 400))
  })
  return ((await made) ?? []).map(one => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'done'))
}

describe('an attendee who is removed at the same moment', () => {
  for (const invited of [true, false])
    it(`commits, votes and says nothing any more, ${invited ? 'invited' : 'in a public pitch'}`, async () => {
      const { made, acts, left } = await live(invited)
      const remove = async (db: Parameters<Parameters<RoomStack['db']['transaction']>[0]>[0]) => {
        await lockRoom(db, made.id)
        const by = { by: stack.people.presenter.id, now: new Date() }
        expect(await markRemoved(db, made, stack.people.investor.id, by)).toBe(true)
        await appendEvent(
          { db, frame: stack.frame },
          made.id,
          'attendeeRemoved',
          { account: stack.people.investor.id },
          undefined,
        )
      }
      const outcomes = await meanwhile(remove, [acts.commit, acts.feedback, acts.vote])
      expect(outcomes).toEqual(['PitchNotFound', 'PitchNotFound', 'PitchNotFound'])
      expect(await left()).toBe(0)
    })

  it('is counted when they were first, and the removal waits for it', async () => {
    const { acts, uuid, left } = await live(true)
    await Promise.all([acts.commit(), acts.feedback(), acts.vote()])
    await stack.as('presenter').removeAttendee({ pitch_uuid: uuid, user_id: stack.people.investor.id })
    for (const act of Object.values(acts)) await expect(act()).rejects.toMatchObject({ code: /NotFound|NotSignedIn/ })
    expect(await left()).toBe(3)
  })
})

describe('a pitch that is reset at the same moment', () => {
  it('[STATE-032] keeps nothing that was said of the run before', async () => {
    const { made, acts, uuid, left } = await live(true)
    await stack.as('presenter').endPitch({ uuid })
    await stack.db.update(pitch).set({ state: 'over' }).where(eq(pitch.id, made.id))
    const reset = async (db: Parameters<Parameters<RoomStack['db']['transaction']>[0]>[0]) => {
      const announce = async (id: number, type: never, said: never) =>
        void (await appendEvent({ db, frame: stack.frame }, id, type, said, undefined))
      expect(
        await reopen({ db, now: new Date(), announce, frame: stack.frame } as never, made as PitchRow, 'reset'),
      ).toBeDefined()
    }
    const outcomes = await meanwhile(reset, [acts.feedback, acts.rate, acts.commit])
    expect(outcomes).toEqual(['FeedbackNotOpen', 'RatingNotOpen', 'CommitmentNotOpen'])
    expect(await left()).toBe(0)
  })
})
