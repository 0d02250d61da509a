import { and, countDistinct, eq, inArray, isNull, sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { type SeriesRow, updateSeriesRow } from '#features/core/vehicle/server/seriesQueries.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { commitment } from './tables.ts'
import { countOffers, countOthersWaiting, endWait, placeOf } from './waitQueries.ts'

type Db = Database | Transaction

/** What the seats of series hold: investors, each once however many pitches they commit to, and their money. */
export async function seatsHeld(db: Db, seriesIds: readonly string[]) {
  const rows = await db
    .select({
      seriesId: pitch.seriesId,
      investors: countDistinct(commitment.accountId),
      minor: sql<string>`sum(${commitment.amountMinor})`,
    })
    .from(commitment)
    .innerJoin(pitch, eq(pitch.id, commitment.pitchId))
    .where(inArray(pitch.seriesId, [...seriesIds]))
    .groupBy(pitch.seriesId)
  return new Map(rows.map(row => [row.seriesId ?? '', { investors: row.investors, minor: BigInt(row.minor) }]))
}

/** Whether an investor holds a seat of a series, by any of its pitches. */
export async function holdsSeat(db: Db, seriesId: string, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: commitment.id })
    .from(commitment)
    .innerJoin(pitch, eq(pitch.id, commitment.pitchId))
    .where(and(eq(pitch.seriesId, seriesId), eq(commitment.accountId, accountId)))
    .limit(1)
  return row !== undefined
}

/** How many investors hold a seat of a series. Exact while the caller has locked the series. */
export const countSeats = async (db: Db, seriesId: string): Promise<number> =>
  (await seatsHeld(db, [seriesId])).get(seriesId)?.investors ?? 0

/** The seats of a series, and those that are left; one that is offered is not. */
export async function seatsOf(db: Db, { id, mostInvestors }: SeriesRow) {
  const kept = (await countSeats(db, id)) + (await countOffers(db, id))
  return { most: mostInvestors, left: Math.max(0, mostInvestors - kept) }
}

/**
 * Whether an investor who has just committed may keep the seat: the seats that others hold, wait for or were offered
 * come first, unless they were offered it themselves. The caller has locked the series.
 */
export async function takeSeat(db: Transaction, series: SeriesRow, accountId: string, now: Date): Promise<boolean> {
  const { id: seriesId, mostInvestors } = series
  const taken = await countSeats(db, seriesId)
  const place = await placeOf(db, seriesId, accountId)
  const isOffered = place?.offeredUntil && place.offeredUntil > now
  const others = isOffered ? 0 : await countOthersWaiting(db, seriesId, accountId)
  if (taken + others > mostInvestors) return false
  if (place) await endWait(db, { seriesId, accountId }, 'taken', now)
  return true
}

/** Whether pitches, deleted ones apart, name a series. */
export async function isNamed(db: Db, seriesId: string): Promise<boolean> {
  return (await db.$count(pitch, and(eq(pitch.seriesId, seriesId), isNull(pitch.deletedAt)))) > 0
}

/** Whether an open series is full follows from its seats; the caller has locked it. Answers what it is from now on. */
export async function settleSeries(db: Transaction, series: SeriesRow, taken: number): Promise<SeriesRow['status']> {
  const { id, status, mostInvestors } = series
  if (status !== 'open' && status !== 'full') return status
  const now = taken >= mostInvestors ? 'full' : 'open'
  if (now !== status) await updateSeriesRow(db, id, { status: now })
  return now
}

/**
 * After the commit, makes the rooms of every pitch that names a series refetch its remaining seats. `concernsAll`:
 * whether it is full, or who is offered a seat, has changed; else only those ask who see how many are left.
 */
export async function tellSeats(
  { db, frame, afterCommit }: Pick<Context, 'frame' | 'afterCommit'> & { readonly db: Transaction },
  seriesId: string,
  concernsAll: boolean,
): Promise<void> {
  const rooms = await db
    .select({ id: pitch.id, commitTotal: pitch.commitTotal })
    .from(pitch)
    .where(and(eq(pitch.seriesId, seriesId), isNull(pitch.deletedAt), eq(pitch.state, 'inProgress')))
  afterCommit(() => {
    for (const { id, commitTotal } of rooms)
      frame.rooms.signal(
        id,
        concernsAll || commitTotal === 'everybody' ? 'everybody' : 'managers',
        'commitmentTotal',
        {},
      )
  })
}
