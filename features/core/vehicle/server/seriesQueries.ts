import { and, count, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { spvSeries } from './tables.ts'

export type SeriesRow = typeof spvSeries.$inferSelect
export type NewSeries = typeof spvSeries.$inferInsert

/** A series within the actor's fence that is not deleted, locked until the commit. */
export const lockSeries = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, spvSeries, id, isNull(spvSeries.deletedAt))

/** A deleted series within the actor's fence, locked until the commit. */
export const lockDeletedSeries = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, spvSeries, id, isNotNull(spvSeries.deletedAt))

/** Writes a series; undefined when its SPV has one of that name, whatever the case of its letters. */
export const insertSeries = (db: Transaction, values: NewSeries) =>
  uniquely(db, inner => insertRow(inner, spvSeries, values))

/** Changes a series that is locked; undefined when another one of its SPV has the name. */
export const updateSeriesRow = (db: Transaction, id: string, values: Partial<NewSeries>) =>
  uniquely(db, inner => updateRow(inner, spvSeries, id, values))

/** How many series an SPV, or a company, has that are not deleted. */
export async function countSeries(
  db: Database | Transaction,
  of: { spvId: string } | { companyId: string },
): Promise<number> {
  const is = 'spvId' in of ? eq(spvSeries.spvId, of.spvId) : eq(spvSeries.companyId, of.companyId)
  const [all] = await db
    .select({ total: count() })
    .from(spvSeries)
    .where(and(is, isNull(spvSeries.deletedAt)))
  return all?.total ?? 0
}

/** Removes a series for good if it was deleted before `since`. */
export async function purgeSeries(db: Database, id: string, since: Date): Promise<void> {
  await db.delete(spvSeries).where(and(eq(spvSeries.id, id), lte(spvSeries.deletedAt, since)))
}
