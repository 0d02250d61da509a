import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import { restorableFrom } from '#features/admin/companies/server/queries.ts'
import type { vehiclesCalls } from '#features/admin/vehicles/contract.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { spv } from '#features/core/vehicle/server/tables.ts'
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
