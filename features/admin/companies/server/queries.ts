import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Input } from '#contract/call.ts'
import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { company } from '#features/core/company/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { spv, spvSeries } from '#features/core/vehicle/server/tables.ts'
import { rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { containsWords, ordered, type Paging, pageOf, rowsOf, within } from '#server/lists.ts'

const sorts = {
  name: ordered(sql`lower(${company.companyName})`),
  industry: company.industry,
  created_on: company.createdAt,
  updated_on: company.updatedAt,
} as const

type Asked = Input<typeof companiesCalls.getCompanyList>

/** What a list shows. */
const listed = {
  id: company.id,
  organisationId: company.organisationId,
  companyName: company.companyName,
  legalName: company.legalName,
  logo: company.logo,
  industry: company.industry,
  city: company.city,
  country: company.country,
  verification: company.verification,
  deletedAt: company.deletedAt,
  createdAt: company.createdAt,
  updatedAt: company.updatedAt,
} as const

/**
 * A page of companies, as a list shows them. The ids of the page are found first, in an index: a deep page reads and sorts no
 * rows that it does not show.
 */
export const listCompanies = (db: Database | Transaction, actor: Actor, asked: Asked) => {
  const pageIds = idsOf(db, actor, asked)
  const found = db
    .select({ company: listed, org_name: organisation.name })
    .from(pageIds)
    .innerJoin(company, eq(company.id, pageIds.id))
    .innerJoin(organisation, eq(organisation.id, company.organisationId))
  return pageBy(db, found, actor, asked)
}

/** A page of whole companies, for a file. */
export const listWholeCompanies = (db: Database | Transaction, actor: Actor, asked: Asked) => {
  const pageIds = idsOf(db, actor, asked)
  const found = db
    .select({ company, org_name: organisation.name })
    .from(pageIds)
    .innerJoin(company, eq(company.id, pageIds.id))
    .innerJoin(organisation, eq(organisation.id, company.organisationId))
  return pageBy(db, found, actor, asked)
}

function idsOf(db: Database | Transaction, actor: Actor, asked: Asked) {
  const ids = db.select({ id: company.id }).from(company).where(matching(actor, asked))
  return rowsOf(ids, asked, [sorts[asked.sort], company.id]).as('page_ids')
}

/** The companies of a page, which was cut already, in its order; and how many there are in all. */
async function pageBy<Q extends PgSelect>(
  db: Database | Transaction,
  found: { $dynamic(): Q },
  actor: Actor,
  asked: Asked,
): Promise<{ items: Awaited<Q>; total: number }> {
  const items = await rowsOf(found, { ...asked, page: 1 }, [sorts[asked.sort], company.id])
  return { items, total: await db.$count(company, matching(actor, asked)) }
}

const matching = (actor: Actor, { name, industry, verification, deleted }: Asked) =>
  and(
    within(actor, company.organisationId),
    deleted ? gt(company.deletedAt, restorableFrom()) : isNull(company.deletedAt),
    containsWords(name, company.search),
    industry && eq(company.industry, industry),
    verification && eq(company.verification, verification),
  )

/** When a company that can still be restored was deleted at the earliest. */
export const restorableFrom = (): Date => new Date(rightTime() - RESTORABLE_DAYS * 86_400_000)

/** The pitches of a company, the latest first. */
export async function listCompanyPitches(db: Database | Transaction, companyId: string, paging: Paging) {
  const pitches = db
    .select({
      id: pitch.id,
      presentation_name: pitch.presentationName,
      presenter_name: pitch.presenterName,
      startsAt: pitch.startsAt,
      state: pitch.state,
    })
    .from(pitch)
    .where(and(eq(pitch.companyId, companyId), isNull(pitch.deletedAt), isNull(pitch.rehearsalOf)))
  const { items, total } = await pageOf(db, pitches, { ...paging, order: 'desc' }, [pitch.startsAt, pitch.id])
  return { items: items.map(({ startsAt, ...row }) => ({ ...row, start_date_raw: startsAt.toISOString() })), total }
}

/** The series that raise money for a company, by their names. */
export async function listCompanySeries(db: Database | Transaction, companyId: string, paging: Paging) {
  const series = db
    .select({
      id: spvSeries.id,
      spv_series_name: spvSeries.name,
      spv_legal_name: spv.legalName,
      status: spvSeries.status,
    })
    .from(spvSeries)
    .innerJoin(spv, eq(spv.id, spvSeries.spvId))
    .where(and(eq(spvSeries.companyId, companyId), isNull(spvSeries.deletedAt)))
  return pageOf(db, series, paging, [sql`lower(${spvSeries.name})`, spvSeries.id])
}
