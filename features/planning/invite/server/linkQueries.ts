import { and, count, eq, getTableColumns, gt, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import { type AttendeeRow, mayAttend } from '#features/core/part/server/attendeeQueries.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { type Paging, pageOf } from '#server/lists.ts'
import { joinLink } from './tables.ts'

type Db = Database | Transaction

type NewLink = Pick<typeof joinLink.$inferInsert, 'attendeeId' | 'tokenHash' | 'expiresAt'>

/** @throws {Error} where one is not stored: a link that is handed out has to open */
export async function insertLinks(db: Db, links: readonly NewLink[]): Promise<void> {
  const stored = await insertMany(db, joinLink, links)
  if (stored.length !== links.length) throw new Error('a join link exists already')
}

export const insertLink = (db: Db, attendeeId: string, tokenHash: string, expiresAt: Date): Promise<void> =>
  insertLinks(db, [{ attendeeId, tokenHash, expiresAt }])

/** How many links an attendee was given since a moment. */
export const countLinksSince = (db: Db, attendeeId: string, since: Date): Promise<number> =>
  db.$count(joinLink, and(eq(joinLink.attendeeId, attendeeId), gt(joinLink.createdAt, since)))

/** The most links that any one attendee of a pitch was given since a moment. */
export async function mostLinksSince(db: Db, pitchId: number, since: Date): Promise<number> {
  const each = db
    .select({ links: count().as('links') })
    .from(joinLink)
    .innerJoin(attendee, eq(attendee.id, joinLink.attendeeId))
    .where(and(eq(attendee.pitchId, pitchId), gt(joinLink.createdAt, since)))
    .groupBy(joinLink.attendeeId)
    .as('each')
  const [row] = await db.select({ most: max(each.links) }).from(each)
  return Number(row?.most ?? 0)
}

/** A page of the invited people of a pitch whom a link would let in, in the order in which they were added. */
export function attendeesToLink(db: Db, pitchId: number, page: Paging) {
  const isThere = and(ne(account.state, 'disabled'), isNull(account.deletedAt))
  const rows = db
    .select(getTableColumns(attendee))
    .from(attendee)
    .innerJoin(account, eq(account.id, attendee.accountId))
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.invitedAt), mayAttend, isThere))
  return pageOf(db, rows, page, [attendee.createdAt, attendee.email])
}

/** An attendee whom a link would let in, locked until the transaction ends, so that racing calls count their links in turn. */
export async function lockAttendeeToLink(
  db: Transaction,
  pitchId: number,
  id: string,
): Promise<AttendeeRow | undefined> {
  const [row] = await db
    .select({ attendee })
    .from(attendee)
    .innerJoin(account, eq(account.id, attendee.accountId))
    .where(
      and(
        eq(attendee.pitchId, pitchId),
        eq(attendee.id, id),
        mayAttend,
        ne(account.state, 'disabled'),
        isNull(account.deletedAt),
      ),
    )
    .for('no key update', { of: attendee })
  return row?.attendee
}

/** A join link with its attendee and its pitch, unless the pitch is deleted. */
export async function findLink(
  db: Db,
  tokenHash: string,
): Promise<
  { link: typeof joinLink.$inferSelect; attendee: AttendeeRow; pitch: PitchRow; isAccountDisabled: boolean } | undefined
> {
  const isAccountDisabled = sql<boolean>`${account.state} = 'disabled' or ${account.deletedAt} is not null
    or not (${withinTerm(rightNow())})`
  const [row] = await db
    .select({ link: joinLink, attendee, pitch, isAccountDisabled })
    .from(joinLink)
    .innerJoin(attendee, eq(attendee.id, joinLink.attendeeId))
    .innerJoin(account, eq(account.id, attendee.accountId))
    .innerJoin(pitch, eq(pitch.id, attendee.pitchId))
    .where(and(eq(joinLink.tokenHash, tokenHash), isNull(pitch.deletedAt)))
  return row
}

/** Whether an attendee has a link that lets them in now. */
export async function hasWorkingLink(db: Db, attendeeId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: joinLink.id })
    .from(joinLink)
    .where(and(eq(joinLink.attendeeId, attendeeId), gt(joinLink.expiresAt, now)))
    .limit(1)
  return row !== undefined
}

export async function noteLinkUse(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(joinLink)
    .set({ usedAt: now })
    .where(and(eq(joinLink.id, id), isNull(joinLink.usedAt)))
}

/** Moves the expiry of the links that still work, after the pitch's time has changed. */
export async function prolongLinks(db: Db, pitchId: number, expiresAt: Date, now: Date): Promise<void> {
  const attendees = db.select({ id: attendee.id }).from(attendee).where(eq(attendee.pitchId, pitchId))
  await db
    .update(joinLink)
    .set({ expiresAt })
    .where(and(inArray(joinLink.attendeeId, attendees), gt(joinLink.expiresAt, now)))
}

/** Removes every join link that an account was ever given. */
export async function purgeJoinLinks(db: Transaction, accountId: string): Promise<void> {
  const own = db.select({ id: attendee.id }).from(attendee).where(eq(attendee.accountId, accountId))
  await db.delete(joinLink).where(inArray(joinLink.attendeeId, own))
}
