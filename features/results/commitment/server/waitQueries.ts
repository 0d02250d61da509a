import { and, asc, count, eq, isNotNull, isNull, lt, lte, max, ne, or, sql } from 'drizzle-orm'
import type { Role } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { isTermOver } from '#features/core/account/server/term.ts'
import { staffPart } from '#features/core/part/server/access.ts'
import { attendanceRight } from '#features/core/part/server/attendeeQueries.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { type PitchRow, pitchByNumericId } from '#features/core/pitch/server/queries.ts'
import type { SeriesRow } from '#features/core/vehicle/server/seriesQueries.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, pageOf } from '#server/lists.ts'
import { seatWait } from './tables.ts'

type Db = Database | Transaction
export type WaitRow = typeof seatWait.$inferSelect

/** The people who wait for a seat of a series, and the people who have been offered one. */
const lives = (seriesId: string) => and(eq(seatWait.seriesId, seriesId), isNull(seatWait.endedAt))
const inOrder = [asc(seatWait.createdAt), asc(seatWait.id)] as const

/** How many others stand before an investor: on the waiting list, or with a seat that they were offered. */
export async function countOthersWaiting(db: Db, seriesId: string, accountId: string): Promise<number> {
  return db.$count(seatWait, and(lives(seriesId), ne(seatWait.accountId, accountId)))
}

/** Seats that are kept for those to whom they were offered. */
export const countOffers = (db: Db, seriesId: string): Promise<number> =>
  db.$count(seatWait, and(lives(seriesId), isNotNull(seatWait.offeredUntil)))

/** An investor's own place; 0 with a seat that they were offered. */
export async function placeOf(db: Db, seriesId: string, accountId: string) {
  const [mine] = await db
    .select()
    .from(seatWait)
    .where(and(lives(seriesId), eq(seatWait.accountId, accountId)))
  if (!mine) return undefined
  const earlier = or(
    lt(seatWait.createdAt, mine.createdAt),
    and(eq(seatWait.createdAt, mine.createdAt), lt(seatWait.id, mine.id)),
  )
  const before = await db.$count(seatWait, and(lives(seriesId), isNull(seatWait.offeredUntil), earlier))
  return { ...mine, position: mine.offeredUntil ? 0 : before + 1 }
}

/**
 * Puts an investor at the end of the list; one who is on it stays where they are. The caller has locked the series: of
 * two who join at once the later one may have asked first, and a place that was answered is never given to another.
 */
export async function insertWait(db: Transaction, row: typeof seatWait.$inferInsert & { createdAt: Date }) {
  const [last] = await db
    .select({ at: max(seatWait.createdAt) })
    .from(seatWait)
    .where(eq(seatWait.seriesId, row.seriesId))
  const after = last?.at ? last.at.getTime() + 1 : 0
  const createdAt = new Date(Math.max(row.createdAt.getTime(), after))
  await db
    .insert(seatWait)
    .values({ ...row, createdAt })
    .onConflictDoNothing()
}

/** Takes an investor off the list; whether they were on it. */
export async function endWait(
  db: Transaction,
  of: { readonly seriesId: string; readonly accountId: string },
  outcome: 'taken' | 'left',
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(seatWait)
    .set({ endedAt: now, outcome })
    .where(and(lives(of.seriesId), eq(seatWait.accountId, of.accountId)))
    .returning({ id: seatWait.id })
  return ended.length > 0
}

/** Ends the offers that were not taken in time; how many. */
export async function endLapsedOffers(db: Transaction, seriesId: string, now: Date): Promise<number> {
  const ended = await db
    .update(seatWait)
    .set({ endedAt: now, outcome: 'lapsed' })
    .where(and(lives(seriesId), lte(seatWait.offeredUntil, now)))
    .returning({ id: seatWait.id })
  return ended.length
}

/** How many waiting people one query looks at. */
const LOOKED_AT = 100

/** The first of a series who wait and may still commit; those before them who may not are taken off the list. */
export async function nextWaiting(
  db: Transaction,
  series: SeriesRow,
  now: Date,
): Promise<{ wait: WaitRow; pitch: PitchRow } | undefined> {
  const waiting = await db
    .select()
    .from(seatWait)
    .where(and(lives(series.id), isNull(seatWait.offeredUntil)))
    .orderBy(...inOrder)
    .limit(LOOKED_AT)
  for (const wait of waiting) {
    const pitch = await pitchByNumericId(db, wait.pitchId)
    const isLate = pitch?.commitUntil && pitch.commitUntil <= now
    if (pitch && !isLate && pitch.seriesId === series.id && (await mayCommit(db, wait, pitch, now)))
      return { wait, pitch }
    await endWait(db, wait, 'left', now)
  }
  return waiting.length < LOOKED_AT ? undefined : nextWaiting(db, series, now)
}

/**
 * Whether an investor who waits may still come to the pitch and does not present it by now, and their account is in
 * use.
 */
async function mayCommit(db: Transaction, { accountId }: WaitRow, pitch: PitchRow, now: Date): Promise<boolean> {
  if ((await attendanceRight(db, pitch.id, accountId)) === 'mayNot') return false
  const person = await findAccount(db, accountId)
  const part = staffPart({ ...person, accountId, roles: person.roles as Role[] }, pitch)
  if (part && presents(part)) return false
  return person.deletedAt === null && person.state !== 'disabled' && !isTermOver(person, now)
}

/** Offers a seat until an instant. */
export async function offerSeat(db: Transaction, id: string, offeredUntil: Date): Promise<void> {
  await db.update(seatWait).set({ offeredUntil }).where(eq(seatWait.id, id))
}

/** The people who wait for a seat through one pitch, with their position among all who wait for the series. */
export async function listWaiting(db: Db, { id, seriesId }: { id: number; seriesId: string | null }, paging: Paging) {
  const earlier = sql<number>`(select count(*) from ${seatWait} as before where before.series_id = ${seatWait.seriesId}
    and before.ended_at is null and before.offered_until is null
    and (before.created_at, before.id) <= (${seatWait.createdAt}, ${seatWait.id}))`.mapWith(Number)
  const rows = db
    .select({
      wait: seatWait,
      position: earlier,
      firstname: account.firstname,
      lastname: account.lastname,
      email: account.email,
    })
    .from(seatWait)
    .innerJoin(account, eq(account.id, seatWait.accountId))
    .where(and(lives(seriesId ?? '00000000-0000-0000-0000-000000000000'), eq(seatWait.pitchId, id)))
  const { items, total } = await pageOf(db, rows, paging, [seatWait.createdAt, seatWait.id])
  const shown = items.map(({ wait, position, firstname, lastname, email }) => ({
    ...{ id: wait.id, user_id: wait.accountId, email, at: wait.createdAt.toISOString() },
    name: nameForManagers({ id: wait.accountId, email, name: fullName({ firstname, lastname }) }),
    position: wait.offeredUntil ? 0 : position,
    offered_until: wait.offeredUntil?.toISOString() ?? null,
  }))
  return { items: shown, total }
}

/** Removes that a deleted account waited anywhere. */
export async function purgeWaits(db: Transaction, accountId: string): Promise<void> {
  await db.delete(seatWait).where(eq(seatWait.accountId, accountId))
}

/** How many wait for a seat of each of these series, offers included. */
export async function countWaiting(db: Db, seriesIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ seriesId: seatWait.seriesId, total: count() })
    .from(seatWait)
    .where(and(sql`${seatWait.seriesId} = any(${sql.param([...seriesIds])}::uuid[])`, isNull(seatWait.endedAt)))
    .groupBy(seatWait.seriesId)
  return new Map(rows.map(row => [row.seriesId, row.total]))
}
