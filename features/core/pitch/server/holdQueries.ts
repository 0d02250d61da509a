import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { pitch, pitchHold } from './tables.ts'

type Db = Database | Transaction
export type HoldRow = typeof pitchHold.$inferSelect

/** A condition on a query that has the pitch: its recordings are under a legal hold. */
export const onHold = (): SQL<boolean> => sql<boolean>`exists (
  select from ${pitchHold} where ${pitchHold.pitchId} = ${pitch.id} and ${pitchHold.releasedAt} is null)`

/** The open hold of a pitch. */
export async function holdOf(db: Db, pitchId: number): Promise<HoldRow | undefined> {
  const is = and(eq(pitchHold.pitchId, pitchId), isNull(pitchHold.releasedAt))
  const [row] = await db.select().from(pitchHold).where(is).orderBy(desc(pitchHold.placedAt))
  return row
}

/**
 * Whether a legal hold forbids to remove anything of a pitch's recordings. None is placed from here until the transaction
 * ends, so that nothing is removed after a hold was confirmed. An advisory lock, because some callers have locked the pitch
 * and some its recordings.
 */
export async function isHeld(db: Transaction, pitchId: number): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(7068, ${pitchId}::int)`)
  return (await holdOf(db, pitchId)) !== undefined
}

/** Waits for removals of a pitch's recordings and for other changes of its hold; further ones wait until the commit. */
export const lockHold = (db: Transaction, pitchId: number) =>
  db.execute(sql`select pg_advisory_xact_lock(7068, ${pitchId}::int)`)

export const insertHold = (db: Transaction, values: typeof pitchHold.$inferInsert) => insertRow(db, pitchHold, values)
export const updateHold = (db: Transaction, id: string, values: Partial<typeof pitchHold.$inferInsert>) =>
  updateRow(db, pitchHold, id, values)
