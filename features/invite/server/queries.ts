import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, lt, min, or, sql } from 'drizzle-orm'
import type { Language } from '#contract/fields.ts'
import { account } from '#features/account/server/tables.ts'
import { withinTerm } from '#features/account/server/term.ts'
import type { PitchRow } from '#features/pitch/server/access.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { isHere } from '#features/room/server/stays.ts'
import { attendance } from '#features/room/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { holdRight } from './holding.ts'
import { attendee, joinLink } from './tables.ts'

type Db = Database | Transaction
export type AttendeeRow = typeof attendee.$inferSelect

/** Whether somebody may attend a pitch: `may`, `mayNot` (link off, or removed from the room), or `none` (not invited). */
export async function attendanceRight(db: Db, pitchId: number, accountId: string): Promise<'may' | 'mayNot' | 'none'> {
  const row = await attendeeOf(db, pitchId, accountId)
  if (!row) return 'none'
  return row.disabledAt || row.removedAt ? 'mayNot' : 'may'
}

/** Somebody's place among the attendees of a pitch. */
export async function attendeeOf(db: Db, pitchId: number, accountId: string): Promise<AttendeeRow | undefined> {
  const [row] = await db
    .select()
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), eq(attendee.accountId, accountId)))
  return row
}

/** Adds attendees, leaves those who are there as they are, and answers the new ones. */
export async function insertAttendees(
  db: Db,
  rows: readonly (typeof attendee.$inferInsert)[],
): Promise<Pick<AttendeeRow, 'id' | 'invitedAt'>[]> {
  const all: Pick<AttendeeRow, 'id' | 'invitedAt'>[] = []
  for (let i = 0; i < rows.length; i += 1000) {
    const added = await db
      .insert(attendee)
      .values(rows.slice(i, i + 1000))
      .onConflictDoNothing()
      .returning({ id: attendee.id, invitedAt: attendee.invitedAt })
    all.push(...added)
  }
  return all
}

/** Which of these are attendees of the pitch. */
export async function attendeesAmong(db: Db, pitchId: number, ids: readonly string[]): Promise<AttendeeRow[]> {
  return db
    .select()
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), inArray(attendee.id, [...ids])))
}

/** Everybody who has an invitation that still stands, by their ids. */
export async function invitedIds(db: Db, pitchId: number): Promise<string[]> {
  const rows = await db
    .select({ id: attendee.id })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.invitedAt), stands))
    .orderBy(asc(attendee.createdAt))
  return rows.map(row => row.id)
}

const stands = and(isNull(attendee.disabledAt), isNull(attendee.removedAt))

/** Those of a batch who may still be mailed. */
export async function attendeesToMail(db: Db, pitchId: number, ids: readonly string[]): Promise<AttendeeRow[]> {
  return db
    .select()
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), inArray(attendee.id, [...ids]), stands))
}

/** Marks as invited now whoever was not invited since `before`; answers whom. */
export async function markInvited(db: Db, ids: readonly string[], now: Date, before: Date): Promise<string[]> {
  const notJustNow = or(isNull(attendee.invitedAt), lt(attendee.invitedAt, before))
  const marked = await db
    .update(attendee)
    .set({ invitedAt: now, mailId: null })
    .where(and(inArray(attendee.id, [...ids]), notJustNow))
    .returning({ id: attendee.id })
  return marked.map(row => row.id)
}

export async function noteMail(db: Db, attendeeId: string, mailId: string): Promise<void> {
  await db.update(attendee).set({ mailId }).where(eq(attendee.id, attendeeId))
}

export async function setDisabled(db: Db, attendeeId: string, disabledAt: Date | null): Promise<void> {
  await db.update(attendee).set({ disabledAt }).where(eq(attendee.id, attendeeId))
}

/** One page of a pitch's attendees, in the order in which they were added. */
export async function listAttendees(
  db: Db,
  pitchId: number,
  { name, page, limit }: { name?: string | undefined; page: number; limit: number },
) {
  const pattern = name && `%${name.replace(/[\\%_]/g, '\\$&')}%`
  const found = pattern
    ? or(ilike(attendee.email, pattern), ilike(sql`${attendee.firstname} || ' ' || ${attendee.lastname}`, pattern))
    : undefined
  const where = and(eq(attendee.pitchId, pitchId), found)
  const joined = db
    .select({ at: min(attendance.joinedAt) })
    .from(attendance)
    .where(and(eq(attendance.pitchId, attendee.pitchId), eq(attendance.accountId, attendee.accountId)))
  const [all] = await db.select({ total: count() }).from(attendee).where(where)
  const rows = await db
    .select({ attendee, joinedAt: sql<Date | null>`(${joined})`.mapWith(attendance.joinedAt) })
    .from(attendee)
    .where(where)
    .orderBy(asc(attendee.createdAt), asc(attendee.email))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: all?.total ?? 0 }
}

export async function insertLink(db: Db, attendeeId: string, tokenHash: string, expiresAt: Date): Promise<void> {
  await db.insert(joinLink).values({ attendeeId, tokenHash, expiresAt })
}

/** A join link with whom it is for and what it opens, unless the pitch is deleted. */
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

/** Lets the links that still work be good for as long as the pitch's new time asks. */
export async function prolongLinks(db: Db, pitchId: number, expiresAt: Date, now: Date): Promise<void> {
  const mine = db.select({ id: attendee.id }).from(attendee).where(eq(attendee.pitchId, pitchId))
  await db
    .update(joinLink)
    .set({ expiresAt })
    .where(and(inArray(joinLink.attendeeId, mine), gt(joinLink.expiresAt, now)))
}

/** The pitch of a mail that waits to be written; undefined when it was deleted, or taken back, in the meantime. */
export async function pitchToMail(db: Db, id: number, deleted: boolean): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.id, id), deleted ? isNotNull(pitch.deletedAt) : isNull(pitch.deletedAt)))
  return found
}

/** A pitch that is not deleted, for whoever knows its uuid. */
export async function pitchByUuid(db: Db, uuid: string): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.uuid, uuid), isNull(pitch.deletedAt)))
  return found
}

/** Names and languages of a pitch's staff by their addresses, and of its owner under `owner` as well. */
export async function peopleByEmail(
  db: Db,
  { organisationId, userId }: PitchRow,
  emails: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string; language: Language }>> {
  const inHouse = and(eq(account.organisationId, organisationId), inArray(account.email, ['', ...emails]))
  const rows = await db
    .select({
      id: account.id,
      email: account.email,
      firstname: account.firstname,
      lastname: account.lastname,
      language: account.language,
    })
    .from(account)
    .where(and(isNull(account.deletedAt), or(eq(account.id, userId), inHouse)))
  return new Map(
    rows.flatMap(({ id, email, firstname, lastname, language }) => {
      const person = { id, name: `${firstname} ${lastname}`.trim(), language }
      return id === userId ? [[email, person] as const, ['owner', person] as const] : [[email, person] as const]
    }),
  )
}

// Being removed from a live room is a mark on the attendee: no link, no session and no second account gets past it.

/** Whether somebody was removed from the room of that pitch (its uuid or its id) and not let in again. */
export async function wasRemoved(db: Db, of: string | number, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: attendee.id })
    .from(attendee)
    .innerJoin(pitch, eq(pitch.id, attendee.pitchId))
    .where(
      and(
        typeof of === 'string' ? eq(pitch.uuid, of) : eq(pitch.id, of),
        eq(attendee.accountId, accountId),
        isNotNull(attendee.removedAt),
      ),
    )
  return row !== undefined
}

/**
 * Marks somebody as removed. Who came without an invitation, because the pitch is public or was, becomes an attendee for it.
 * False when no such person can be in this room.
 */
export async function markRemoved(
  db: Transaction,
  on: Pick<PitchRow, 'id' | 'organisationId' | 'isPublic'>,
  accountId: string,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  // what they are about to do there is done before, or not at all
  await holdRight(db, { pitchId: on.id, accountId }, 'alone')
  const mark = { removedAt: now, removedBy: by }
  const known = await db
    .update(attendee)
    .set(mark)
    .where(and(eq(attendee.pitchId, on.id), eq(attendee.accountId, accountId)))
    .returning({ id: attendee.id })
  if (known.length > 0) return true
  const mayCome = on.isPublic ? eq(account.organisationId, on.organisationId) : undefined
  const [person] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, accountId), or(mayCome, isHere(on.id, account.id))))
  if (!person) return false
  const { email, firstname, lastname, language } = person
  const row = { pitchId: on.id, organisationId: on.organisationId, accountId, email, firstname, lastname, language }
  await db
    .insert(attendee)
    .values({ ...row, ...mark })
    .onConflictDoUpdate({ target: [attendee.pitchId, attendee.accountId], set: mark })
  return true
}

/** Who was removed from a room and not let in again, the last first, and by whom. */
export async function listRemoved(
  db: Db,
  pitchId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: { accountId: string; removedAt: Date; removedBy: string | null }[]; total: number }> {
  const where = and(eq(attendee.pitchId, pitchId), isNotNull(attendee.removedAt))
  const rows = await db
    .select({ accountId: attendee.accountId, removedAt: attendee.removedAt, removedBy: attendee.removedBy })
    .from(attendee)
    .where(where)
    .orderBy(desc(attendee.removedAt), attendee.accountId)
    .limit(limit)
    .offset((page - 1) * limit)
  return {
    rows: rows.flatMap(({ removedAt, ...row }) => (removedAt ? [{ ...row, removedAt }] : [])),
    total: await db.$count(attendee, where),
  }
}

/** Takes the mark away. False when this person has none. */
export async function unmarkRemoved(db: Transaction, pitchId: number, accountId: string): Promise<boolean> {
  const rows = await db
    .update(attendee)
    .set({ removedAt: null, removedBy: null })
    .where(and(eq(attendee.pitchId, pitchId), eq(attendee.accountId, accountId), isNotNull(attendee.removedAt)))
    .returning({ id: attendee.id })
  return rows.length > 0
}
