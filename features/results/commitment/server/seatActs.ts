import { isRehearsal } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { hasStarted, presents } from '#features/core/pitch/rules.ts'
import { lockSeriesById, lockSeriesOf } from '#features/core/vehicle/server/seriesQueries.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { termsRefuse } from '#features/results/commitment/rules.ts'
import { rightTime } from '#server/clock.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { commitmentOf } from './queries.ts'
import { followSeats } from './seatOffers.ts'
import { countSeats, holdsSeat, tellSeats } from './seatQueries.ts'
import { countOthersWaiting, endWait, insertWait, listWaiting, placeOf } from './waitQueries.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** A seat that was offered is not kept any longer: the next investor is offered it. */
    seatOfferEnds: { seriesId: string }
  }
}

/** Puts the caller on the waiting list of the pitch's series, which is full. */
export const joinSeatWaitingList = withPitch<typeof commitmentCalls.joinSeatWaitingList>('acts', async context => {
  const { db, actor, now, pitch, part, fail } = context
  const { accountId } = actor
  if (presents(part) || isRehearsal(pitch)) fail('NoPermission')
  if (!hasStarted(pitch.state)) fail('CommitmentNotOpen')
  if (termsRefuse({ minimumMinor: null, commitUntil: pitch.commitUntil }, 1n, now)) fail('CommitmentTooLate')
  const series = await lockSeriesOf(db, pitch)
  if (series?.status !== 'open' && series?.status !== 'full') return fail('SeriesNotOpen')
  if (await commitmentOf(db, pitch.id, accountId)) fail('AlreadyCommitted')
  const { id: seriesId, mostInvestors } = series
  // who has a seat by another pitch of the series commits to this one with it
  if (await holdsSeat(db, seriesId, accountId)) fail('SeatsFree')
  const kept = (await countSeats(db, seriesId)) + (await countOthersWaiting(db, seriesId, accountId))
  if (kept < mostInvestors) fail('SeatsFree')
  await insertWait(db, { seriesId, accountId, pitchId: pitch.id, organisationId: pitch.organisationId, createdAt: now })
  await tellSeats(context, seriesId, false)
  return { position: (await placeOf(db, seriesId, accountId))?.position ?? 0 }
})

/** Takes the caller off the list; a seat that they were offered goes to the next. */
export const leaveSeatWaitingList = withPitch<typeof commitmentCalls.leaveSeatWaitingList>('acts', async context => {
  const { db, actor, now, pitch } = context
  const series = await lockSeriesOf(db, pitch)
  if (!series || !(await endWait(db, { seriesId: series.id, accountId: actor.accountId }, 'left', now))) return {}
  await tellSeats(context, series.id, await followSeats(context, series))
  return {}
})

export const getSeatWaitingList = withPitch<typeof commitmentCalls.getSeatWaitingList>(
  'manages',
  async ({ input, db, pitch }) => listWaiting(db, pitch, input),
)

export const seatJobs = {
  seatOfferEnds: async ({ seriesId }, frame) => {
    const after: (() => void | Promise<void>)[] = []
    await frame.db.transaction(async db => {
      const series = await lockSeriesById(db, seriesId)
      if (!series) return
      const now = new Date(rightTime())
      const changed = await followSeats({ db, frame, now, enqueue: (...job) => addJob(db, ...job) }, series)
      await tellSeats({ db, frame, afterCommit: act => void after.push(act) }, seriesId, changed)
    })
    for (const act of after) await act()
  },
} satisfies JobHandlers
