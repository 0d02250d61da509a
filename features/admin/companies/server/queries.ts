import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { company } from '#features/core/company/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, type Paging, pageOf, within } from '#server/lists.ts'

const sorts = {
  name: ordered(sql`lower(${company.companyName})`),
  industry: company.industry,
  created_on: company.createdAt,
  updated_on: company.updatedAt,
} as const

type Asked = Input<typeof companiesCalls.getCompanyList>

/** A page of companies. */
export async function listCompanies(db: Database | Transaction, actor: Actor, asked: Asked) {
  const { name, industry, verification, deleted, sort, ...paging } = asked
  const companies = db
    .select({ company, org_name: organisation.name })
    .from(company)
    .innerJoin(organisation, eq(organisation.id, company.organisationId))
    .where(
      and(
        within(actor, company.organisationId),
        deleted ? gt(company.deletedAt, restorableFrom()) : isNull(company.deletedAt),
        contains(name, company.companyName, company.legalName),
        industry && eq(company.industry, industry),
        verification && eq(company.verification, verification),
      ),
    )
  return pageOf(db, companies, paging, [sorts[sort], company.id])
}

/** When a company that can still be restored was deleted at the earliest. */
export const restorableFrom = (): Date => new Date(rightTime() - RESTORABLE_DAYS * 86_400_000)

/** The entries of the audit log about a company, the latest first. */
export async function listHistory(db: Database | Transaction, companyId: string, paging: Paging) {
  const entries = db
    .select({ entry: auditEntry, name: sql<string>`trim(${account.firstname} || ' ' || ${account.lastname})` })
    .from(auditEntry)
    .leftJoin(account, eq(account.id, auditEntry.actorId))
    .where(eq(auditEntry.subject, companyId))
  const { items, total } = await pageOf(db, entries, { ...paging, order: 'desc' }, [auditEntry.id])
  const shown = items.map(({ entry, name }) => ({
    id: String(entry.id),
    action: entry.action,
    user_name: name ?? '',
    at: entry.at.toISOString(),
    fields: (entry.detail['fields'] as string[] | undefined) ?? [],
  }))
  return { items: shown, total }
}
