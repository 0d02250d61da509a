import { and, asc, count, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { preparedOnce } from '#server/db/prepared.ts'
import { attendee } from './tables.ts'

type Db = Database | Transaction
export type AttendeeRow = typeof attendee.$inferSelect

const rightOf = preparedOnce((db: Db) =>
  db
    .select({ disabledAt: attendee.disabledAt, removedAt: attendee.removedAt })
    .from(attendee)
    .where(and(eq(attendee.pitchId, sql.placeholder('pitchId')), eq(attendee.accountId, sql.placeholder('accountId'))))
    .prepare('attendance_right'),
)

/** Whether somebody may attend a pitch: `may`, `mayNot` (link off, or removed from the room), or `none` (not invited). */
export async function attendanceRight(db: Db, pitchId: number, accountId: string): Promise<'may' | 'mayNot' | 'none'> {
  const [row] = await rightOf(db).execute({ pitchId, accountId })
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

/** An attendee whose way in is neither switched off nor closed by a removal. */
export const stands = and(isNull(attendee.disabledAt), isNull(attendee.removedAt))

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

/** How many people are invited to a pitch, or have joined it. */
export async function countAttendees(db: Db, pitchId: number): Promise<number> {
  const [all] = await db.select({ total: count() }).from(attendee).where(eq(attendee.pitchId, pitchId))
  return all?.total ?? 0
}

/** Takes name and address from the lists of attendees, and closes their way in: that somebody was there stays, and not who. */
export async function purgeAttendees(db: Transaction, { id }: Forgotten, now: Date): Promise<void> {
  await db
    .update(attendee)
    .set({
      ...{ email: forgottenAddress(id), firstname: '', lastname: '', mailId: null },
      disabledAt: sql`coalesce(${attendee.disabledAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(attendee.accountId, id))
}
