import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { spv } from './tables.ts'

export type SpvRow = typeof spv.$inferSelect
export type NewSpv = typeof spv.$inferInsert

/** An SPV within the actor's fence that is not deleted. */
export async function findSpv(db: Database | Transaction, actor: Actor, id: string): Promise<SpvRow | undefined> {
  const is = and(eq(spv.id, id), within(actor, spv.organisationId), isNull(spv.deletedAt))
  const [row] = await db.select().from(spv).where(is)
  return row
}

/** The same, locked until the commit. */
export const lockSpv = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, spv, id, isNull(spv.deletedAt))

/** A deleted SPV within the actor's fence, locked until the commit. */
export const lockDeletedSpv = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, spv, id, isNotNull(spv.deletedAt))

/** Writes an SPV; undefined when its organization has one with that EIN. */
export const insertSpv = (db: Transaction, values: NewSpv) => uniquely(db, inner => insertRow(inner, spv, values))

/** Changes an SPV that is locked; undefined when another one of the organization has the EIN. */
export const updateSpvRow = (db: Transaction, id: string, values: Partial<NewSpv>) =>
  uniquely(db, inner => updateRow(inner, spv, id, values))

/** Removes an SPV permanently if it was deleted before `since`. */
export async function purgeSpv(db: Database, id: string, since: Date): Promise<void> {
  await db.delete(spv).where(and(eq(spv.id, id), lte(spv.deletedAt, since)))
}
