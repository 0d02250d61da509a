import {
  and,
  arrayContains,
  count,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { PitchRow } from '#features/core/part/server/access.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { mirrorInRehearsal } from './rehearsalQueries.ts'
import { pitch } from './tables.ts'

export async function insertPitch(db: Transaction, row: typeof pitch.$inferInsert): Promise<PitchRow> {
  const [created] = await db.insert(pitch).values(row).returning()
  if (!created) throw new Error('a pitch was not inserted')
  return created
}

/** Everything that a form changes; a state never, see state.ts. */
export async function updatePitchRow(
  db: Transaction,
  id: number,
  changes: Partial<Omit<typeof pitch.$inferInsert, 'state'>>,
): Promise<PitchRow> {
  const [changed] = await db
    .update(pitch)
    .set({ ...changes, updatedAt: rightNow() })
    .where(eq(pitch.id, id))
    .returning()
  if (!changed) throw new Error(`pitch ${id} is gone`)
  await mirrorInRehearsal(db, id, changes)
  return changed
}

/** A deleted pitch that passes a fence, held until the transaction ends. */
export async function lockDeletedPitch(
  db: Transaction,
  fence: SQL | undefined,
  uuid: string,
): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.uuid, uuid), isNotNull(pitch.deletedAt), fence))
    .for('no key update')
  return found
}

/** The uuid of a pitch, for its addresses. */
export async function pitchUuidOf(db: Database | Transaction, id: number): Promise<string | undefined> {
  const [row] = await db.select({ uuid: pitch.uuid }).from(pitch).where(eq(pitch.id, id))
  return row?.uuid
}

/** The live pitches that somebody owns, presents or moderates. */
export async function livePitchIds(db: Database | Transaction, accountId: string): Promise<number[]> {
  const [one] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  if (!one) return []
  const theirs = or(
    eq(pitch.userId, accountId),
    arrayContains(pitch.coHosts, [one.email]),
    arrayContains(pitch.moderators, [one.email]),
  )
  const found = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(and(eq(pitch.state, 'inProgress'), isNull(pitch.deletedAt), isNull(pitch.rehearsalOf), theirs))
  return found.map(({ id }) => id)
}

/** The owner's address, in lower case. */
export async function ownerEmail(db: Database | Transaction, { userId }: Pick<PitchRow, 'userId'>): Promise<string> {
  const [owner] = await db.select({ email: account.email }).from(account).where(eq(account.id, userId))
  if (!owner) throw new Error(`account ${userId} is gone`)
  return owner.email
}

/** Everybody who presents or moderates and has an account in the pitch's organisation. */
export async function staffIds(db: Database | Transaction, row: PitchRow): Promise<string[]> {
  const named = inArray(account.email, ['', ...row.coHosts, ...row.moderators])
  const found = await db
    .select({ id: account.id })
    .from(account)
    .where(or(eq(account.id, row.userId), and(eq(account.organisationId, row.organisationId), named)))
  return found.map(({ id }) => id)
}

/** How many people are invited to a pitch, or have joined it. */
export async function countAttendees(db: Database | Transaction, pitchId: number): Promise<number> {
  const [all] = await db.select({ total: count() }).from(attendee).where(eq(attendee.pitchId, pitchId))
  return all?.total ?? 0
}

/**
 * Whether a pitch was deleted so long ago that it is to be removed for good; it is held until the transaction ends.
 * Money that was committed is a record, and keeps its pitch.
 */
export async function isToBePurged(db: Transaction, id: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000)
  const committed = db.select({ one: sql`1` }).from(commitment).where(eq(commitment.pitchId, pitch.id))
  const found = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(and(eq(pitch.id, id), lte(pitch.deletedAt, since), not(exists(committed))))
    .for('no key update')
  return found.length > 0
}

export async function removePitch(db: Transaction, id: number) {
  const [removed] = await db.delete(pitch).where(eq(pitch.id, id)).returning()
  return removed
}
