import { and, arrayContains, asc, between, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { attendee } from '#features/core/part/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

/** Those of these pitches that are being presented. */
export async function livePitches(db: Database | Transaction, ids: readonly number[]): Promise<PitchRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(pitch)
    .where(and(inArray(pitch.id, [...ids]), eq(pitch.state, 'inProgress'), isNull(pitch.deletedAt)))
}

/** These pitches, also those that were deleted. */
export async function findPitches(db: Database, ids: readonly number[]): Promise<PitchRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(pitch)
    .where(inArray(pitch.id, [...ids]))
}

/**
 * How long before its start a pitch is about to begin, and how long after it, while it is not started; milliseconds.
 */
const ABOUT_TO_BEGIN = 15 * 60_000
/** More than anyone is in at a time. */
const AT_MOST = 3

/** A person's pitches that are live or about to begin, as team or invitee; live ones first. */
export function pitchesNow(
  db: Database | Transaction,
  actor: Pick<Actor, 'accountId' | 'organisationId' | 'email'>,
  now: Date,
): Promise<PitchRow[]> {
  const at = (offset: number) => new Date(now.getTime() + offset)
  const soon = and(
    inArray(pitch.state, ['scheduled', 'delivered']),
    between(pitch.startsAt, at(-ABOUT_TO_BEGIN), at(ABOUT_TO_BEGIN)),
  )
  const staff = and(
    eq(pitch.organisationId, actor.organisationId),
    or(arrayContains(pitch.coHosts, [actor.email]), arrayContains(pitch.moderators, [actor.email])),
  )
  const mine = db
    .select({ pitchId: attendee.pitchId })
    .from(attendee)
    .where(and(eq(attendee.accountId, actor.accountId), isNull(attendee.disabledAt), isNull(attendee.removedAt)))
  // before it is delivered only its team knows of it
  const invited = and(ne(pitch.state, 'scheduled'), inArray(pitch.id, mine))
  return db
    .select()
    .from(pitch)
    .where(
      and(
        isNull(pitch.deletedAt),
        isNull(pitch.rehearsalOf),
        or(eq(pitch.state, 'inProgress'), soon),
        or(eq(pitch.userId, actor.accountId), staff, invited),
      ),
    )
    .orderBy(desc(sql`${pitch.state} = 'inProgress'`), asc(pitch.startsAt), pitch.id)
    .limit(AT_MOST)
}
