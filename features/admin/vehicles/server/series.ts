import type { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { formatMoney, parseMoney } from '#contract/money.ts'
import { restorableFrom } from '#features/admin/companies/server/queries.ts'
import type { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { lockCompany } from '#features/core/company/server/queries.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { brokenSeries, type seriesFields } from '#features/core/vehicle/fields.ts'
import { lockSpv } from '#features/core/vehicle/server/queries.ts'
import {
  insertSeries,
  lockDeletedSeries,
  lockSeries,
  type SeriesRow,
  updateSeriesRow,
} from '#features/core/vehicle/server/seriesQueries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { followSeats } from '#features/results/commitment/server/seatOffers.ts'
import { countSeats, isNamed, seatsHeld, tellSeats } from '#features/results/commitment/server/seatQueries.ts'
import { countOffers, countWaiting } from '#features/results/commitment/server/waitQueries.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { findSeries, listSeries } from './queries.ts'

const taken = { spv_series_name: 'SeriesExists' } as const
type Fields = z.output<z.ZodObject<typeof seriesFields>>
/** As they are stored: whether an open series is full follows from its seats. */
type Stored = Omit<Fields, 'status'> & Pick<SeriesRow, 'status'>

export const getSpvSeriesList: Handler<typeof vehiclesCalls.getSpvSeriesList> = async ({ db, actor, input }) => {
  const { items, total } = await listSeries(db, actor, input)
  const held = await heldBy(
    db,
    items.map(({ series }) => series.id),
  )
  return { items: items.map(({ series, ...names }) => ({ ...seriesOf(series, held), ...names })), total }
}

export const getSpvSeries: Handler<typeof vehiclesCalls.getSpvSeries> = async ({ db, actor, input, fail }) => {
  const { series, ...names } = (await findSeries(db, actor, input.id)) ?? fail('SeriesNotFound')
  return { ...seriesOf(series, await heldBy(db, [series.id])), ...names }
}

export const createSpvSeries: Handler<typeof vehiclesCalls.createSpvSeries> = async context => {
  const { db, actor, input, now, fail } = context
  const { spv_id, ...fields } = input
  // locked, so that it is not deleted meanwhile
  const { id: spvId, organisationId } = (await lockSpv(db, actor, spv_id)) ?? fail('SpvNotFound')
  await companyWithin(context, fields.company_id, organisationId)
  check(fields)
  const row = await insertSeries(db, { ...columnsOf(fields), spvId, organisationId, createdAt: now, updatedAt: now })
  const { id, name } = row ?? fail('SeriesExists', taken)
  await tell(context, { audit: { action: 'series.create', subject: id, detail: { name, spv: spvId }, organisationId } })
  return { id }
}

export const updateSpvSeries: Handler<typeof vehiclesCalls.updateSpvSeries> = async context => {
  const { db, actor, input, now, fail } = context
  const { id, ...given } = input
  const before = (await lockSeries(db, actor, id)) ?? fail('SeriesNotFound')
  const old = fieldsOf(before)
  // an open series that is full stays full until its seats say otherwise
  const status = given.status === 'open' && old.status === 'full' ? 'full' : (given.status ?? old.status)
  const fields: Stored = { ...old, ...definedOf(given), status }
  const changed = (Object.keys(old) as (keyof Stored)[]).filter(field => fields[field] !== old[field])
  if (changed.length === 0) return { id }
  if (changed.includes('company_id')) await companyWithin(context, fields.company_id, before.organisationId)
  check(fields)
  // seats that are offered are kept
  const holds = (await countSeats(db, id)) + (await countOffers(db, id))
  if (fields.maximum_of_investors < holds) return fail('SeriesHoldsMore', { maximum_of_investors: 'SeriesHoldsMore' })
  const moves = changed.some(field => field === 'currency' || field === 'company_id')
  if (moves && (await isNamed(db, id))) return fail('SeriesInUse')
  const after = await updateSeriesRow(db, id, { ...columnsOf(fields), updatedAt: now })
  const { name, organisationId } = after ?? fail('SeriesExists', taken)
  const renamed = before.name === name ? {} : { from: before.name, to: name }
  const detail = { name, ...renamed, fields: changed }
  await followSeats(context, after ?? before)
  await tellSeats(context, id, true)
  await tell(context, { audit: { action: 'series.update', subject: id, detail, organisationId } })
  return { id }
}

export const deleteSpvSeries: Handler<typeof vehiclesCalls.deleteSpvSeries> = async context => {
  const { db, actor, input, now, enqueue, fail } = context
  const { id, name, organisationId } = (await lockSeries(db, actor, input.id)) ?? fail('SeriesNotFound')
  // deleted pitches can be restored, and the money of one stays
  if ((await isNamed(db, id)) || (await countSeats(db, id)) > 0) fail('SeriesInUse')
  await updateSeriesRow(db, id, { deletedAt: now })
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgeSpvSeries', { seriesId: id }, { key: `purgeSpvSeries:${id}`, runAt })
  await tell(context, { audit: { action: 'series.delete', subject: id, detail: { name }, organisationId } })
  return {}
}

export const restoreSpvSeries: Handler<typeof vehiclesCalls.restoreSpvSeries> = async context => {
  const { db, actor, input, fail } = context
  const deleted = await lockDeletedSeries(db, actor, input.id)
  if (!deleted?.deletedAt || deleted.deletedAt < restorableFrom()) return fail('SeriesNotFound')
  if (!(await lockSpv(db, actor, deleted.spvId))) return fail('SpvNotFound')
  await companyWithin(context, deleted.companyId, deleted.organisationId)
  const row = await updateSeriesRow(db, deleted.id, { deletedAt: null })
  const { id, name, organisationId } = row ?? fail('SeriesExists', taken)
  await tell(context, { audit: { action: 'series.restore', subject: id, detail: { name }, organisationId } })
  return {}
}

/** Fails unless the company is there, and of the series' organization. */
async function companyWithin(context: Pick<Context, 'db'> & { actor: Actor }, id: string, organisationId: string) {
  const company = await lockCompany(context.db as Transaction, context.actor, id)
  if (company?.organisationId !== organisationId)
    throw new CallFailed('CompanyNotFound', { company_id: 'CompanyNotFound' })
}

/** @throws {CallFailed} when fields break a rule together */
function check(fields: Pick<Fields, 'currency' | 'minimum_co_investment'>) {
  const broken = brokenSeries(fields)
  if (Object.keys(broken).length > 0) throw new CallFailed('InputInvalid', broken)
}

/** The fields that are given. */
const definedOf = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const fieldsOf = (row: SeriesRow): Stored => ({
  spv_series_name: row.name,
  status: row.status,
  date_of_formation: row.formedOn ?? '',
  company_id: row.companyId,
  currency: row.currency,
  minimum_co_investment: row.minimumMinor === null ? '' : formatMoney(row.minimumMinor, row.currency),
  maximum_of_investors: row.mostInvestors,
})

const columnsOf = (fields: Stored) => ({
  name: fields.spv_series_name,
  status: fields.status,
  formedOn: fields.date_of_formation || null,
  companyId: fields.company_id,
  currency: fields.currency,
  minimumMinor: parseMoney(fields.minimum_co_investment, fields.currency) ?? null,
  mostInvestors: fields.maximum_of_investors,
})

/** What the seats of series hold, and how many wait for one. */
async function heldBy(db: Database | Transaction, ids: readonly string[]) {
  const [held, waiting] = [await seatsHeld(db, ids), await countWaiting(db, ids)]
  const none = { investors: 0, minor: 0n }
  return new Map(ids.map(id => [id, { ...(held.get(id) ?? none), waiting: waiting.get(id) ?? 0 }]))
}

const seriesOf = (row: SeriesRow, held: Awaited<ReturnType<typeof heldBy>>) => ({
  ...fieldsOf(row),
  seats_taken: held.get(row.id)?.investors ?? 0,
  waiting: held.get(row.id)?.waiting ?? 0,
  committed_amount: formatMoney(held.get(row.id)?.minor ?? 0n, row.currency),
  id: row.id,
  org_id: row.organisationId,
  spv_id: row.spvId,
  deleted: row.deletedAt !== null,
  created_on: row.createdAt.toISOString(),
  updated_on: row.updatedAt.toISOString(),
})
