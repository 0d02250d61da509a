import { formatMoney } from '#contract/money.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { hasStarted } from '#features/core/pitch/rules.ts'
import { type SeriesRow, seriesOf } from '#features/core/vehicle/server/seriesQueries.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { largerOf, seesTotal, termsRefuse } from '#features/results/commitment/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { seriesTakes } from './mayCommit.ts'
import { commitmentOf, listCommitments, sumCommitments } from './queries.ts'
import { holdsSeat, seatsOf } from './seatQueries.ts'
import { currentStatement, statementOf, statementsOf } from './statementQueries.ts'
import { placeOf } from './waitQueries.ts'
import { withdrawnOf } from './withdrawnQueries.ts'

/** What the pitch asks for, and the sum committed so far for the parts that may see it. */
export const getCommitmentTerms = withPitch<typeof commitmentCalls.getCommitmentTerms>(
  'sees',
  async ({ db, actor, now, pitch, part }) => {
    const { currency, askedMinor, commitUntil } = pitch
    const series = await seriesOf(db, pitch)
    const minimumMinor = largerOf(pitch.minimumMinor, series?.minimumMinor ?? null)
    const takes = seriesTakes(pitch, series)
    const mine = await ownSeat(db, series, actor.accountId, now)
    const seesSeats = series && seesTotal(pitch.commitTotal, part)
    const sum = seesTotal(pitch.commitTotal, part) ? await sumCommitments(db, pitch.id) : undefined
    const isLate = termsRefuse({ minimumMinor: null, commitUntil }, 1n, now) !== undefined
    return {
      currency,
      asked_amount: askedMinor === null ? '' : formatMoney(askedMinor, currency),
      minimum_commitment: minimumMinor === null ? '' : formatMoney(minimumMinor, currency),
      commit_until: commitUntil?.toISOString() ?? null,
      is_open: hasStarted(pitch.state) && !isLate && takes,
      total: sum ? { count: sum.total, money_amount: formatMoney(sum.minor, currency) } : null,
      series: pitch.seriesId === null ? null : mine.has ? 'open' : (series?.status ?? 'closed'),
      waiting: mine.place,
      seats: seesSeats ? await seatsOf(db, series) : null,
      statement: await currentStatement(db, pitch.organisationId),
    }
  },
)

/** Whether a full series still has a seat for an investor, and their place on the waiting list. */
async function ownSeat(db: Database | Transaction, series: SeriesRow | undefined, accountId: string, now: Date) {
  if (series?.status !== 'full') return { has: false, place: null }
  const found = await placeOf(db, series.id, accountId)
  const isOver = found?.offeredUntil && found.offeredUntil <= now
  const place =
    found && !isOver ? { position: found.position, offered_until: found.offeredUntil?.toISOString() ?? null } : null
  return { has: place?.offered_until != null || (await holdsSeat(db, series.id, accountId)), place }
}

export const getMyCommitment = withPitch<typeof commitmentCalls.getMyCommitment>(
  'shown',
  async ({ actor, db, pitch }) => {
    const mine = await commitmentOf(db, pitch.id, actor.accountId)
    return {
      is_committed: mine !== undefined,
      money_amount: mine ? formatMoney(mine.amountMinor, mine.currency) : '',
      initials: mine?.initials ?? '',
      ...statementOf(mine ?? { statement: null, statementVersion: null, statementLanguage: null }),
    }
  },
)

export const getCommitmentList = withPitch<typeof commitmentCalls.getCommitmentList>(
  'manages',
  async ({ input, db, pitch }) => {
    const { total, minor } = await sumCommitments(db, pitch.id)
    const items = (await listCommitments(db, pitch.id, input)).map(({ commitment, name, email }) => ({
      id: commitment.id,
      user_id: commitment.accountId,
      name,
      email,
      money_amount: formatMoney(commitment.amountMinor, commitment.currency),
      initials: commitment.initials,
      ...statementOf(commitment),
      at: commitment.createdAt.toISOString(),
    }))
    const statements = await statementsOf(db, pitch.id)
    const series = await seriesOf(db, pitch)
    return {
      items,
      total,
      sum: formatMoney(minor, pitch.currency),
      seats: series ? await seatsOf(db, series) : null,
      withdrawn: await withdrawnOf(db, pitch.id),
      statements,
    }
  },
)
