import { and, eq, gt, inArray, isNotNull, isNull, min, ne, or, sql } from 'drizzle-orm'
import type { Language } from '#contract/fields.ts'
import { fullName } from '#contract/names.ts'
import { account } from '#features/core/account/server/tables.ts'
import { mayAttend } from '#features/core/part/server/attendeeQueries.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { contains, type Paging, pageOf } from '#server/lists.ts'

type Db = Database | Transaction
/** One page of a pitch's attendees, in the order in which they were added. */
export function listAttendees(db: Db, pitchId: number, { name, ...paging }: Paging & { name?: string | undefined }) {
  const found = contains(
    name,
    attendee.email,
    sql`concat_ws(' ', ${attendee.firstname}, ${attendee.lastname}, ${fullNameOf(attendee)})`,
  )
  const joined = db
    .select({ at: min(attendance.joinedAt) })
    .from(attendance)
    .where(and(eq(attendance.pitchId, attendee.pitchId), eq(attendance.accountId, attendee.accountId)))
  const rows = db
    .select({ attendee, joinedAt: sql<Date | null>`(${joined})`.mapWith(attendance.joinedAt) })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), found))
  return pageOf(db, rows, paging, [attendee.createdAt, attendee.email])
}

/** The most pitches of which one request emails new links. */
const RENEWED_AT_ONCE = 5

/** The invitations of an address to pitches that are not over, the next ones first. */
export const attendeesToRenew = (db: Db, email: string, now: Date) =>
  db
    .select({ id: attendee.id, pitchId: attendee.pitchId })
    .from(attendee)
    .innerJoin(pitch, eq(pitch.id, attendee.pitchId))
    .innerJoin(account, eq(account.id, attendee.accountId))
    .where(
      and(
        eq(attendee.email, email),
        mayAttend,
        isNotNull(attendee.invitedAt),
        isNull(pitch.deletedAt),
        isNull(account.deletedAt),
        ne(account.state, 'disabled'),
        gt(pitch.endsAt, now),
      ),
    )
    .orderBy(pitch.startsAt)
    .limit(RENEWED_AT_ONCE)

/**
 * The pitch of an email to be written, held until the transaction ends, so that its deletion withdraws the email;
 * undefined when it was deleted, or restored, in the meantime.
 */
export async function pitchToMail(db: Transaction, id: number, deleted: boolean): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.id, id), deleted ? isNotNull(pitch.deletedAt) : isNull(pitch.deletedAt)))
    .for('share')
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
      const person = { id, name: fullName({ firstname, lastname }), language }
      return id === userId ? [[email, person] as const, ['owner', person] as const] : [[email, person] as const]
    }),
  )
}
