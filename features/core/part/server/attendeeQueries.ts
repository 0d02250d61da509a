import { and, asc, count, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { type Database, preparedOnce, slicesOf, type Transaction } from '#server/db/database.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { AttendeeAnswer } from '../rules.ts'
import { attendee } from './tables.ts'

type Db = Database | Transaction
export type AttendeeRow = typeof attendee.$inferSelect

const rightOf = preparedOnce((db: Db) =>
  db
    .select({
      disabledAt: attendee.disabledAt,
      removedAt: attendee.removedAt,
      invitedAt: attendee.invitedAt,
      tag: attendee.tag,
    })
    .from(attendee)
    .where(and(eq(attendee.pitchId, sql.placeholder('pitchId')), eq(attendee.accountId, sql.placeholder('accountId'))))
    .prepare('attendance_right'),
)

/**
 * Whether an account may attend a pitch: `may`, `mayNot` (link off, or removed from the room), or `none` (not invited).
 */
export async function attendanceRight(db: Db, pitchId: number, accountId: string): Promise<'may' | 'mayNot' | 'none'> {
  return (await attendanceOf(db, pitchId, accountId)).right
}

/** The same, and whether the pitch's team has chosen the person: a partner's guests have invited themselves. */
export async function attendanceOf(db: Db, pitchId: number, accountId: string) {
  const [row] = await rightOf(db).execute({ pitchId, accountId })
  if (!row) return { right: 'none', isInvited: false } as const
  return { right: row.disabledAt || row.removedAt ? 'mayNot' : 'may', isInvited: isInvited(row) } as const
}

/** Whether someone of the pitch's team has invited an attendee. */
export const isInvited = ({ invitedAt, tag }: Pick<AttendeeRow, 'invitedAt' | 'tag'>): boolean =>
  invitedAt !== null && tag === ''

/**
 * Locks a person's right to attend a pitch until the transaction ends: `shared` by what they do there, `exclusive` by
 * the call that takes the right from them. An advisory lock, since on a public pitch they may have no row among the
 * attendees.
 */
export async function lockAttendanceRight(
  db: Transaction,
  { pitchId, accountId }: { readonly pitchId: number; readonly accountId: string },
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const key = sql`hashtextextended(${`attends ${pitchId} ${accountId}`}, 0)`
  await db.execute(
    mode === 'exclusive' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}

/** An account's row among the attendees of a pitch. */
export async function attendeeOf(db: Db, pitchId: number, accountId: string): Promise<AttendeeRow | undefined> {
  const [row] = await db
    .select()
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), eq(attendee.accountId, accountId)))
  return row
}

/** The language of the emails to an attendee: of one pitch, or of each to which they are invited. */
export async function changeAttendeeLanguage(
  db: Transaction,
  accountId: string,
  language: AttendeeRow['language'],
  pitchId?: number,
): Promise<void> {
  const theirs = and(
    eq(attendee.accountId, accountId),
    pitchId === undefined ? undefined : eq(attendee.pitchId, pitchId),
  )
  await db.update(attendee).set({ language }).where(theirs)
}

/** The name that a person gave, in each list where they stand without one. */
export async function nameAttendee(db: Transaction, accountId: string, firstname: string): Promise<void> {
  const nameless = and(eq(attendee.accountId, accountId), eq(attendee.firstname, ''), eq(attendee.lastname, ''))
  await db.update(attendee).set({ firstname }).where(nameless)
}

/** Adds attendees, leaves existing rows unchanged, and answers the new ones. */
export const insertAttendees = (
  db: Db,
  rows: readonly (typeof attendee.$inferInsert)[],
): Promise<Pick<AttendeeRow, 'id' | 'email' | 'invitedAt'>[]> =>
  insertMany(db, attendee, rows, ['id', 'email', 'invitedAt'])

/** Which of these are attendees of the pitch. */
export async function attendeesAmong(db: Db, pitchId: number, ids: readonly string[]): Promise<AttendeeRow[]> {
  return db
    .select()
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), inArray(attendee.id, [...ids])))
}

/** The ids of the attendees who have an invitation that is still valid; only of these addresses, when given. */
export async function invitedIds(db: Db, pitchId: number, emails?: readonly string[]): Promise<string[]> {
  const among = emails && sql`${attendee.email} = any(${sql.param([...emails])}::text[])`
  const rows = await db
    .select({ id: attendee.id })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.invitedAt), mayAttend, among))
    .orderBy(asc(attendee.createdAt))
  return rows.map(row => row.id)
}

/** A condition: the attendee's join link is not disabled, and they were not removed from the room. */
export const mayAttend = and(isNull(attendee.disabledAt), isNull(attendee.removedAt))

/**
 * The attendees of a batch who may still be emailed. `held`: until the transaction ends, so that what takes them off the
 * list withdraws the emails that are being written.
 */
export async function attendeesToMail(
  db: Db,
  pitchId: number,
  ids: readonly string[],
  { held = false } = {},
): Promise<AttendeeRow[]> {
  const rows = db
    .select()
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), inArray(attendee.id, [...ids]), mayAttend))
  return held ? rows.orderBy(attendee.id).for('no key update') : rows
}

/** Whether all of these may still be emailed. */
export async function mayMailAll(db: Db, pitchId: number, ids: readonly string[]): Promise<boolean> {
  for (const some of slicesOf(ids)) if ((await attendeesToMail(db, pitchId, some)).length < some.length) return false
  return true
}

/** Marks attendees as invited now unless they were since `before`; returns the ids of the marked ones. */
export async function markInvited(db: Db, ids: readonly string[], now: Date, before: Date): Promise<string[]> {
  const notJustNow = or(isNull(attendee.invitedAt), lt(attendee.invitedAt, before))
  const marked: string[] = []
  for (const some of slicesOf(ids)) {
    const rows = await db
      .update(attendee)
      .set({ invitedAt: now, mailId: null })
      .where(and(inArray(attendee.id, some), notJustNow))
      .returning({ id: attendee.id })
    marked.push(...rows.map(row => row.id))
  }
  return marked
}

/** Notes the last emails to attendees, by the attendees' ids. */
export async function noteMails(db: Db, mails: ReadonlyMap<string, string>): Promise<void> {
  const [ids, mailIds] = [sql.param([...mails.keys()]), sql.param([...mails.values()])]
  await db.execute(
    sql`update ${attendee} set mail_id = noted.mail_id from unnest(${ids}::uuid[], ${mailIds}::uuid[])
      as noted(id, mail_id) where ${attendee.id} = noted.id`,
  )
}

export async function setDisabled(db: Db, attendeeId: string, disabledAt: Date | null): Promise<void> {
  await db.update(attendee).set({ disabledAt }).where(eq(attendee.id, attendeeId))
}

/** Notes what an attendee has answered. */
export async function noteAnswer(db: Db, attendeeId: string, answer: AttendeeAnswer, at: Date): Promise<void> {
  await db.update(attendee).set({ answer, answeredAt: at }).where(eq(attendee.id, attendeeId))
}

/** Takes back all answers to a pitch: they were about a time that it no longer has. */
export async function forgetAnswers(db: Transaction, pitchId: number): Promise<void> {
  await db
    .update(attendee)
    .set({ answer: null, answeredAt: null })
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.answer)))
}

/** How many people who are still invited come, and how many do not. */
export async function countAnswers(db: Db, pitchId: number): Promise<Record<AttendeeAnswer, number>> {
  const rows = await db
    .select({ answer: attendee.answer, total: count() })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.invitedAt), mayAttend))
    .groupBy(attendee.answer)
  const of = (answer: AttendeeAnswer) => rows.find(row => row.answer === answer)?.total ?? 0
  return { yes: of('yes'), no: of('no') }
}

/** A condition: invited, still welcome, not there yet, and has not said that they do not come. */
const mayBeReminded = and(
  isNotNull(attendee.invitedAt),
  mayAttend,
  isNull(attendee.firstJoinedAt),
  or(isNull(attendee.answer), ne(attendee.answer, 'no')),
)

/** The people of a pitch who may be reminded; only some of them, when `ids` names these. */
const remindable = (pitchId: number, ids?: readonly string[]) =>
  and(eq(attendee.pitchId, pitchId), mayBeReminded, ids && inArray(attendee.id, [...ids]))

/** Those of a batch whom a reminder still concerns when it is written, held like those of `attendeesToMail`. */
export const attendeesToRemind = (db: Transaction, pitchId: number, ids: readonly string[]): Promise<AttendeeRow[]> =>
  db.select().from(attendee).where(remindable(pitchId, ids)).orderBy(attendee.id).for('no key update')

/**
 * Notes when people first joined a pitch that is live, by the stays that have begun: to look at its countdown is not to
 * join. Returns the addresses of those who had not joined before.
 */
export async function noteJoined(
  db: Db,
  stays: readonly { readonly pitchId: number; readonly accountId: string; readonly joinedAt: Date }[],
): Promise<Pick<AttendeeRow, 'pitchId' | 'email'>[]> {
  const [pitches, accounts] = [stays.map(stay => stay.pitchId), stays.map(stay => stay.accountId)]
  const times = stays.map(stay => stay.joinedAt.toISOString())
  const { rows } = await db.execute<{ pitch_id: string; email: string }>(
    sql`update ${attendee} set first_joined_at = stay.at
      from unnest(${sql.param(pitches)}::bigint[], ${sql.param(accounts)}::uuid[], ${sql.param(times)}::timestamptz[])
        as stay(pitch_id, account_id, at)
      where ${attendee.pitchId} = stay.pitch_id and ${attendee.accountId} = stay.account_id
        and ${attendee.firstJoinedAt} is null
        and exists (select 1 from ${pitch} where ${pitch.id} = stay.pitch_id and ${pitch.state} = 'inProgress')
      returning ${attendee.pitchId} as pitch_id, ${attendee.email} as email`,
  )
  return rows.map(({ pitch_id, email }) => ({ pitchId: Number(pitch_id), email }))
}

/** Forgets that people have joined a pitch whose attendance is removed; those who are still here join when it starts. */
export async function forgetJoined(db: Transaction, pitchId: number): Promise<void> {
  await db
    .update(attendee)
    .set({ firstJoinedAt: null })
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.firstJoinedAt)))
}

export const countRemindable = (db: Db, pitchId: number): Promise<number> => db.$count(attendee, remindable(pitchId))

/** Marks the attendees who may be reminded and were not since `before` as reminded now; returns them. */
export async function markReminded(
  db: Db,
  pitchId: number,
  { now, before, ids }: { readonly now: Date; readonly before: Date; readonly ids?: readonly string[] | undefined },
): Promise<Pick<AttendeeRow, 'id' | 'email'>[]> {
  const notJustNow = or(isNull(attendee.remindedAt), lt(attendee.remindedAt, before))
  return db
    .update(attendee)
    .set({ remindedAt: now })
    .where(and(remindable(pitchId, ids), notJustNow))
    .returning({ id: attendee.id, email: attendee.email })
}

/** Everyone on the list of a pitch. */
export async function allAttendees(db: Db, pitchId: number): Promise<AttendeeRow[]> {
  return db.select().from(attendee).where(eq(attendee.pitchId, pitchId)).orderBy(asc(attendee.createdAt))
}

/** Takes people off the list of a pitch; their links and join sessions go with them. */
export async function removeAttendees(db: Db, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids)) await db.delete(attendee).where(inArray(attendee.id, some))
}

/** Changes the name or the language under which someone is on a list. */
export async function editAttendee(
  db: Db,
  id: string,
  changes: Partial<Pick<AttendeeRow, 'firstname' | 'lastname' | 'language'>>,
): Promise<void> {
  await db.update(attendee).set(changes).where(eq(attendee.id, id))
}

/** The addresses of everyone on a pitch's list. */
export async function attendeeAddresses(db: Db, pitchId: number): Promise<string[]> {
  const rows = await db.select({ email: attendee.email }).from(attendee).where(eq(attendee.pitchId, pitchId))
  return rows.map(({ email }) => email)
}

/** How many people are invited to a pitch. */
export async function countAttendees(db: Db, pitchId: number): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), isNotNull(attendee.invitedAt)))
  return all?.total ?? 0
}

/** Takes a deleted account's name and address from the lists of attendees and disables their links; the rows stay. */
export async function purgeAttendees(db: Transaction, { id }: Forgotten, now: Date): Promise<void> {
  await db
    .update(attendee)
    .set({
      ...{ email: forgottenAddress(id), firstname: '', lastname: '', mailId: null },
      disabledAt: sql`coalesce(${attendee.disabledAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(attendee.accountId, id))
}
