import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import { restorableFrom } from '#features/admin/companies/server/queries.ts'
import type { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { company } from '#features/core/company/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { spv, spvSeries } from '#features/core/vehicle/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, pageOf, within } from '#server/lists.ts'

const sorts = {
  name: ordered(sql`lower(${spv.legalName})`),
  country: spv.country,
  created_on: spv.createdAt,
  updated_on: spv.updatedAt,
} as const

type Asked = Input<typeof vehiclesCalls.getSpvList>

/** A page of SPVs. */
export async function listSpvs(db: Database | Transaction, actor: Actor, asked: Asked) {
  const { name, deleted, sort, ...paging } = asked
  const spvs = db
    .select({ spv, org_name: organisation.name })
    .from(spv)
    .innerJoin(organisation, eq(organisation.id, spv.organisationId))
    .where(
      and(
        within(actor, spv.organisationId),
        deleted ? gt(spv.deletedAt, restorableFrom()) : isNull(spv.deletedAt),
        contains(name, spv.legalName, spv.registeredAgent),
      ),
    )
  return pageOf(db, spvs, paging, [sorts[sort], spv.id])
}

const seriesSorts = {
  name: ordered(sql`lower(${spvSeries.name})`),
  status: spvSeries.status,
  created_on: spvSeries.createdAt,
  updated_on: spvSeries.updatedAt,
} as const

/** Series with the names of what they belong to. */
const seriesWith = (db: Database | Transaction, ...conditions: (SQL | undefined)[]) =>
  db
    .select({
      series: spvSeries,
      spv_legal_name: spv.legalName,
      company_name: company.companyName,
      org_name: organisation.name,
    })
    .from(spvSeries)
    .innerJoin(spv, eq(spv.id, spvSeries.spvId))
    .innerJoin(company, eq(company.id, spvSeries.companyId))
    .innerJoin(organisation, eq(organisation.id, spvSeries.organisationId))
    .where(and(...conditions))

/** A series within the actor's fence that is not deleted. */
export async function findSeries(db: Database | Transaction, actor: Actor, id: string) {
  const is = [eq(spvSeries.id, id), within(actor, spvSeries.organisationId), isNull(spvSeries.deletedAt)]
  const [found] = await seriesWith(db, ...is)
  return found
}

/** A page of series. */
export async function listSeries(
  db: Database | Transaction,
  actor: Actor,
  asked: Input<typeof vehiclesCalls.getSpvSeriesList>,
) {
  const { spv_id, name, status, deleted, sort, ...paging } = asked
  const all = seriesWith(
    db,
    within(actor, spvSeries.organisationId),
    deleted ? gt(spvSeries.deletedAt, restorableFrom()) : isNull(spvSeries.deletedAt),
    spv_id === undefined ? undefined : eq(spvSeries.spvId, spv_id),
    status && eq(spvSeries.status, status),
    contains(name, spvSeries.name, company.companyName),
  )
  return pageOf(db, all, paging, [seriesSorts[sort], spvSeries.id])
}
