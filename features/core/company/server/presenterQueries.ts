import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { containsWords, type Paging, pageOf, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { company, companyPresenter } from './tables.ts'

type Db = Database | Transaction

interface Asked extends Paging {
  readonly company_id?: string | undefined
  readonly user_id?: string | undefined
}

/** Who speaks for which company, by the company's name and the first company first. */
export async function listPresenterCompanies(db: Db, actor: Actor, { company_id, user_id, ...paging }: Asked) {
  const user_name = fullNameOf(account)
  const links = db
    .select({
      id: companyPresenter.id,
      company_id: company.id,
      company_name: company.companyName,
      logo: sql<string>`coalesce(${company.logo}, '')`,
      user_id: account.id,
      user_name,
      email: account.email,
      title: companyPresenter.title,
      is_first: companyPresenter.isFirst,
    })
    .from(companyPresenter)
    .innerJoin(company, eq(company.id, companyPresenter.companyId))
    .innerJoin(account, eq(account.id, companyPresenter.accountId))
    .where(
      and(
        within(actor, companyPresenter.organisationId),
        isNull(company.deletedAt),
        isNull(account.deletedAt),
        company_id === undefined ? undefined : eq(company.id, company_id),
        user_id === undefined ? undefined : eq(account.id, user_id),
      ),
    )
  return pageOf(db, links, paging, [asc(sql`lower(${company.companyName})`), asc(user_name), companyPresenter.id])
}

/** A link within the actor's fence, locked until the commit. */
export const lockPresenterCompany = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, companyPresenter, id)

/** Whether a presenter has a company that is their first. The caller has locked the presenter's account. */
export async function hasFirstCompany(db: Transaction, accountId: string): Promise<boolean> {
  return (
    (await db.$count(companyPresenter, and(eq(companyPresenter.accountId, accountId), companyPresenter.isFirst))) > 0
  )
}

/** Links a presenter with a company; undefined when they are linked already. */
export const insertPresenterCompany = (db: Transaction, values: typeof companyPresenter.$inferInsert) =>
  uniquely(db, inner => insertRow(inner, companyPresenter, values))

export const updatePresenterCompanyRow = (
  db: Transaction,
  id: string,
  values: Partial<typeof companyPresenter.$inferInsert>,
) => updateRow(db, companyPresenter, id, values)

/** Makes no other company than `but` the presenter's first. The caller has locked the presenter's account. */
export async function clearFirstCompany(db: Transaction, accountId: string, but?: string): Promise<void> {
  const others = but === undefined ? undefined : ne(companyPresenter.id, but)
  await db
    .update(companyPresenter)
    .set({ isFirst: false })
    .where(and(eq(companyPresenter.accountId, accountId), companyPresenter.isFirst, others))
}

export async function removePresenterCompany(db: Transaction, id: string): Promise<void> {
  await db.delete(companyPresenter).where(eq(companyPresenter.id, id))
}

/** Removes the links of a presenter whose data are erased. */
export async function purgeCompanyLinks(db: Transaction, accountId: string): Promise<void> {
  await db.delete(companyPresenter).where(eq(companyPresenter.accountId, accountId))
}

/** Whether a person speaks for a company. */
export async function speaksFor(db: Db, accountId: string, companyId: string): Promise<boolean> {
  const is = and(eq(companyPresenter.accountId, accountId), eq(companyPresenter.companyId, companyId))
  return (await db.$count(companyPresenter, is)) > 0
}

interface Choosing extends Paging {
  readonly organisationId: string
  /** Whose first company comes first. */
  readonly presenterId: string
  /** Only companies that the presenter speaks for. */
  readonly own: boolean
  readonly name?: string | undefined
}

/** The companies that a presenter's pitch may be of: the presenter's first one, their others, the rest. */
export async function listCompaniesToChoose(db: Db, { organisationId, presenterId, own, name, ...paging }: Choosing) {
  const speaks = and(eq(companyPresenter.companyId, company.id), eq(companyPresenter.accountId, presenterId))
  const companies = db
    .select({
      id: company.id,
      company_name: company.companyName,
      legal_name: company.legalName,
      is_first: sql<boolean>`coalesce(${companyPresenter.isFirst}, false)`,
    })
    .from(company)
    .leftJoin(companyPresenter, speaks)
    .where(
      and(
        eq(company.organisationId, organisationId),
        isNull(company.deletedAt),
        own ? isNotNull(companyPresenter.id) : undefined,
        containsWords(name, company.search),
      ),
    )
  const rank = sql`case when ${companyPresenter.isFirst} then 0 when ${companyPresenter.id} is not null then 1 else 2 end`
  return pageOf(db, companies, paging, [rank, sql`lower(${company.companyName})`, company.id])
}
