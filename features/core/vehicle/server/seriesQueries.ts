import { and, count, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { company, companyPresenter } from '#features/core/company/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, type Paging, pageOf } from '#server/lists.ts'
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

/** Writes a series; undefined when its SPV has one of that name, regardless of case. */
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

interface Named {
  readonly seriesId: string | null
  readonly organisationId: string
}
const named = ({ seriesId, organisationId }: Named) =>
  and(eq(spvSeries.id, seriesId ?? ''), eq(spvSeries.organisationId, organisationId), isNull(spvSeries.deletedAt))

/** The series that a pitch names. */
export async function seriesOf(db: Database | Transaction, pitch: Named): Promise<SeriesRow | undefined> {
  if (pitch.seriesId === null) return undefined
  const [found] = await db.select().from(spvSeries).where(named(pitch))
  return found
}

/** The same, locked until the commit: its seats are counted under this lock. */
export async function lockSeriesOf(db: Transaction, pitch: Named): Promise<SeriesRow | undefined> {
  if (pitch.seriesId === null) return undefined
  const [found] = await db.select().from(spvSeries).where(named(pitch)).for('no key update')
  return found
}

/** A series by its id, locked until the commit: for what follows from its seats by itself. */
export async function lockSeriesById(db: Transaction, id: string): Promise<SeriesRow | undefined> {
  const is = and(eq(spvSeries.id, id), isNull(spvSeries.deletedAt))
  const [found] = await db.select().from(spvSeries).where(is).for('no key update')
  return found
}

/** The same, and neither deleted nor changed before the commit. */
export async function holdSeriesOf(db: Transaction, pitch: Named): Promise<SeriesRow | undefined> {
  if (pitch.seriesId === null) return undefined
  const [found] = await db.select().from(spvSeries).where(named(pitch)).for('share')
  return found
}

/** The series that a pitch of an organization may name; of `speaker`, only those of the companies they speak for. */
export async function listSeriesToName(
  db: Database | Transaction,
  of: { organisationId: string; speaker: string | undefined },
  asked: { name?: string | undefined; id?: string } & Paging,
) {
  const { name, id, ...paging } = asked
  const speaksFor = db
    .select({ id: companyPresenter.companyId })
    .from(companyPresenter)
    .where(eq(companyPresenter.accountId, of.speaker ?? ''))
  const found = db
    .select({ series: spvSeries, company_name: company.companyName })
    .from(spvSeries)
    .innerJoin(company, eq(company.id, spvSeries.companyId))
    .where(
      and(
        eq(spvSeries.organisationId, of.organisationId),
        isNull(spvSeries.deletedAt),
        id === undefined ? undefined : eq(spvSeries.id, id),
        inArray(spvSeries.status, ['forming', 'open']),
        of.speaker === undefined ? undefined : inArray(spvSeries.companyId, speaksFor),
        contains(name, spvSeries.name, company.companyName),
      ),
    )
  return pageOf(db, found, paging, [ordered(sql`lower(${spvSeries.name})`), spvSeries.id])
}

/** Removes a series permanently if it was deleted before `since`. */
export async function purgeSeries(db: Database, id: string, since: Date): Promise<void> {
  await db.delete(spvSeries).where(and(eq(spvSeries.id, id), lte(spvSeries.deletedAt, since)))
}
