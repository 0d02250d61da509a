import { and, type Column, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { forgetJoined, noteJoined } from '#features/core/part/server/attendeeQueries.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { pitchesThere } from '#features/core/pitch/server/rehearsalQueries.ts'
import { withdrawPitchMails } from '#features/notify/mail/server/withdrawing.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { attendance, pageRead, pageView, room, roomServer } from './tables.ts'

// The attendance that the sockets store, in batches: ten thousand people are a few statements.

/** Milliseconds between heartbeats of a server. A crash loses at most this much of a stay. */
export const BEAT = 5000
/** Milliseconds without a heartbeat after which a server is dead. */
const SILENT = 4 * BEAT
/** Milliseconds for which a dead server's row is kept, in case it only stood still. */
const FORGOTTEN = 86_400_000
/** Rows in one statement. */
const BATCH = 2000

export interface Stay {
  readonly id: string
  readonly pitchId: number
  readonly accountId: string
  readonly serverId: string
  readonly part: PitchPart
  readonly joinedAt: Date
}

/** Opens stays. A stay that is stored already, by an attempt whose answer was lost, is not changed. */
export async function openStays(db: Database, stays: readonly Stay[]): Promise<void> {
  for (const batch of batches(stays)) {
    // a stay in a deleted pitch's room would fail the whole batch
    const there = await pitchesThere(db, new Set(batch.map(stay => stay.pitchId)))
    const rows = batch.filter(stay => there.has(stay.pitchId))
    if (rows.length === 0) continue
    await db.insert(attendance).values(rows).onConflictDoNothing()
    await db.transaction(tx => noteArrivals(tx, rows))
  }
}

/** People who have come are not asked to come any more: emails that do, and still wait, are withdrawn. */
async function noteArrivals(db: Transaction, stays: Parameters<typeof noteJoined>[1]): Promise<void> {
  const arrived = await noteJoined(db, stays)
  for (const [pitchId, people] of Map.groupBy(arrived, one => one.pitchId))
    await withdrawPitchMails(
      db,
      pitchId,
      'asking',
      people.map(({ email }) => email),
    )
}

/** The people who have waited for the start of a pitch join with it. */
export async function noteStarted(db: Transaction, pitchId: number, joinedAt: Date): Promise<void> {
  const here = await db
    .selectDistinct({ accountId: attendance.accountId })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitchId), isNull(attendance.leftAt)))
  await noteArrivals(
    db,
    here.map(({ accountId }) => ({ pitchId, accountId, joinedAt })),
  )
}

export async function closeStays(db: Database, stays: readonly { id: string; leftAt: Date }[]): Promise<void> {
  for (const batch of batches(stays)) {
    const ids = batch.map(stay => stay.id)
    const times = batch.map(stay => stay.leftAt.toISOString())
    await db.execute(sql`update ${attendance} set left_at = done.at
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(times)}::timestamptz[]) as done(id, at)
      where ${attendance.id} = done.id`)
  }
}

/** Reopens stays that another server closed, because it took this one for dead while it stood still. */
export async function reopenStays(db: Database, ids: readonly string[]): Promise<void> {
  for (const batch of batches(ids))
    await db
      .update(attendance)
      .set({ leftAt: null })
      .where(inArray(attendance.id, [...batch]))
}

/** Stores a heartbeat of this server. Returns whether others may have taken it for dead. */
export async function beat(db: Database, id: string, now: Date): Promise<boolean> {
  const [before] = await db.select().from(roomServer).where(eq(roomServer.id, id))
  await db
    .insert(roomServer)
    .values({ id, seenAt: now })
    .onConflictDoUpdate({ target: roomServer.id, set: { seenAt: now } })
  return before !== undefined && now.getTime() - before.seenAt.getTime() > SILENT
}

/** Closes the stays of dead servers at their last heartbeats. `alone`: every other server is dead. */
export async function closeLostStays(db: Database, own: string, now: Date, alone: boolean): Promise<void> {
  const silent = lt(roomServer.seenAt, new Date(now.getTime() - SILENT))
  const dead = alone ? ne(roomServer.id, own) : and(ne(roomServer.id, own), silent)
  await db
    .update(attendance)
    .set({ leftAt: sql`greatest(${attendance.joinedAt}, ${roomServer.seenAt})` })
    .from(roomServer)
    .where(and(eq(attendance.serverId, roomServer.id), isNull(attendance.leftAt), dead))
  await db.delete(roomServer).where(and(dead, lt(roomServer.seenAt, new Date(now.getTime() - FORGOTTEN))))
}

/** Closes the stays of this server, which shuts down. */
export async function closeOwnStays(db: Database, own: string, now: Date): Promise<void> {
  await db
    .update(attendance)
    .set({ leftAt: now })
    .where(and(eq(attendance.serverId, own), isNull(attendance.leftAt)))
  await db.delete(roomServer).where(eq(roomServer.id, own))
}

/** The people in a room now, over all servers. */
export async function readHere(db: Database, pitchId: number): Promise<{ here: number; presenters: string[] }> {
  const leader = sql`(select ${room.state} ->> 'host' from ${room} where ${room.pitchId} = ${pitchId})`
  const presenting = sql`(${attendance.part} in ('owner', 'coHost') or ${attendance.accountId}::text = ${leader})`
  const [row] = await db
    .select({
      here: sql<number>`count(distinct ${attendance.accountId})::int`,
      presenters: sql<
        string[]
      >`coalesce(array_agg(distinct ${attendance.accountId}) filter (where ${presenting}), '{}')`,
    })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitchId), isNull(attendance.leftAt)))
  return { here: row?.here ?? 0, presenters: row?.presenters ?? [] }
}

export interface Viewed {
  readonly accountId: string
  /** The file in which `page` counts; without it, `page` counts in the room. */
  readonly fileId?: string
  readonly page: number
  readonly milliseconds: number
}

/** Adds to the times for which people had pages in view. */
export async function addPageViews(db: Database, pitchId: number, viewed: readonly Viewed[]): Promise<void> {
  for (const batch of batches(viewed)) {
    const rows = batch.map(row => ({ pitchId, ...row }))
    await db
      .insert(pageView)
      .values(rows)
      .onConflictDoUpdate({
        target: [pageView.pitchId, pageView.accountId, pageView.fileId, pageView.page],
        set: { milliseconds: sql`${pageView.milliseconds} + excluded.milliseconds` },
      })
  }
}

/** Milliseconds: who notes more often writes nothing. */
const SHORTEST_NOTE = 1000
/** The most seconds that a person tells at once. */
const READ_AT_ONCE = 60

/**
 * Adds to the times for which a person read pages by themselves, as their browser tells them: never more than can have passed
 * since the last time.
 */
export async function addPageReads(db: Transaction, pitchId: number, read: readonly Required<Viewed>[]): Promise<void> {
  const [first] = read
  if (!first) return
  const { accountId } = first
  const theirs = and(eq(pageRead.pitchId, pitchId), eq(pageRead.accountId, accountId))
  // two windows of one person note one after the other
  await db.execute(sql`select pg_advisory_xact_lock(7066, hashtext(${`${pitchId} ${accountId}`}))`)
  const [last] = await db
    .select({ passed: sql<number | null>`extract(epoch from clock_timestamp() - max(${pageRead.lastAt}))::float8` })
    .from(pageRead)
    .where(theirs)
  const told = read.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const most = Math.min(READ_AT_ONCE, last?.passed ?? READ_AT_ONCE) * 1000
  if (most < SHORTEST_NOTE) return
  const share = Math.min(1, most / told)
  const shares = read.map(row => ({ pitchId, ...row, milliseconds: Math.round(row.milliseconds * share) }))
  const rows = shares.filter(({ milliseconds }) => milliseconds > 0)
  if (rows.length === 0) return
  await db
    .insert(pageRead)
    .values(rows.map(row => ({ ...row, lastAt: sql`clock_timestamp()` })))
    .onConflictDoUpdate({
      target: [pageRead.pitchId, pageRead.accountId, pageRead.fileId, pageRead.page],
      set: {
        milliseconds: sql`${pageRead.milliseconds} + excluded.milliseconds`,
        lastAt: sql`excluded.last_at`,
      },
    })
}

/** Removes what was read of a pitch, which belongs to none of its runs. */
export async function clearPageReads(db: Transaction, pitchId: number): Promise<void> {
  await db.delete(pageRead).where(eq(pageRead.pitchId, pitchId))
}

/** Removes what a person has read. */
export async function purgePageReads(db: Transaction, accountId: string): Promise<void> {
  await db.delete(pageRead).where(eq(pageRead.accountId, accountId))
}

/** A condition on another table's row: the account is in the room of the pitch now. */
export const isHere = (pitchId: number | Column, accountId: Column) =>
  sql`exists (select from ${attendance} where ${attendance.pitchId} = ${pitchId} and ${attendance.accountId} = ${accountId}
    and ${attendance.leftAt} is null)`

/** A condition on another table's row: at least one person is in the room of the pitch now. */
export const someoneIsHere = (pitchId: Column) =>
  sql`exists (select from ${attendance} where ${attendance.pitchId} = ${pitchId} and ${attendance.leftAt} is null)`

/** Whether an account was ever in the room of a pitch, in any part. */
export async function wasThere(db: Database | Transaction, pitchId: number, accountId: string): Promise<boolean> {
  const found = await db
    .select({ id: attendance.id })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitchId), eq(attendance.accountId, accountId)))
    .limit(1)
  return found.length > 0
}

/** The accounts among these that are in a room, or were at some time after `since`. */
export async function attendeesHere(
  db: Database | Transaction,
  pitchId: number,
  ids: readonly string[],
  since?: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: attendance.accountId })
    .from(attendance)
    .where(
      and(
        eq(attendance.pitchId, pitchId),
        inArray(attendance.accountId, [...ids]),
        since ? or(isNull(attendance.leftAt), gt(attendance.leftAt, since)) : isNull(attendance.leftAt),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the attendance and page views of a pitch. The stays of people who are still here begin now. */
export async function clearAttendance(db: Transaction, pitchId: number, now: Date): Promise<void> {
  await db.delete(attendance).where(and(eq(attendance.pitchId, pitchId), isNotNull(attendance.leftAt)))
  await db.update(attendance).set({ joinedAt: now }).where(eq(attendance.pitchId, pitchId))
  await forgetJoined(db, pitchId)
  await db.delete(pageView).where(eq(pageView.pitchId, pitchId))
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += BATCH) yield all.slice(i, i + BATCH)
}

/** The time at which a person was last in a room: 'now' while one is, undefined when none ever was. */
export async function lastSeenIn(db: Database | Transaction, pitchId: number): Promise<Date | 'now' | undefined> {
  const [row] = await db
    .select({
      here: sql<boolean>`coalesce(bool_or(${attendance.leftAt} is null), false)`,
      last: sql<Date | string | null>`max(${attendance.leftAt})`,
    })
    .from(attendance)
    .where(eq(attendance.pitchId, pitchId))
  if (row?.here) return 'now'
  return row?.last ? new Date(row.last) : undefined
}
