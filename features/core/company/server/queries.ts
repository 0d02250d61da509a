import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { company } from './tables.ts'

type Db = Database | Transaction
export type CompanyRow = typeof company.$inferSelect
export type NewCompany = typeof company.$inferInsert

/** A company within the actor's fence that is not deleted. */
export async function findCompany(db: Db, actor: Actor, id: string): Promise<CompanyRow | undefined> {
  const is = and(eq(company.id, id), within(actor, company.organisationId), isNull(company.deletedAt))
  const [row] = await db.select().from(company).where(is)
  return row
}

/** The same, locked until the commit. */
export const lockCompany = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, company, id, isNull(company.deletedAt))

/** A deleted company within the actor's fence, locked until the commit. */
export const lockDeletedCompany = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, company, id, isNotNull(company.deletedAt))

/** [ERR-048] Writes a company; undefined when its organization has one of that name, regardless of case. */
export const insertCompany = (db: Transaction, values: NewCompany) =>
  uniquely(db, inner => insertRow(inner, company, values))

/** [ERR-048] Changes a company that is locked; undefined when another one of the organization has the name. */
export const updateCompanyRow = (db: Transaction, id: string, values: Partial<NewCompany>) =>
  uniquely(db, inner => updateRow(inner, company, id, values))

/** A company that was deleted before `since`, locked until the commit. */
export async function lockCompanyToPurge(db: Transaction, id: string, since: Date): Promise<CompanyRow | undefined> {
  const is = and(eq(company.id, id), lte(company.deletedAt, since))
  const [row] = await db.select().from(company).where(is).for('no key update')
  return row
}

/** Removes a company permanently, with everything that refers to it. */
export async function removeCompany(db: Transaction, id: string): Promise<void> {
  await db.delete(company).where(eq(company.id, id))
}

/** Whether the actor manages a company with this logo. */
export async function hasCompanyLogo(db: Db, actor: Actor, key: string): Promise<boolean> {
  const is = and(eq(company.logo, key), within(actor, company.organisationId))
  const [row] = await db.select({ id: company.id }).from(company).where(is).limit(1)
  return row !== undefined
}

/** What a pitch says of its company: which it is, and both of its names. */
interface Shown {
  readonly companyId: string | null
  readonly companyName: string
  readonly companyLegalName: string
}

/** Whether a company was approved as an enterprise under both names by which it is shown. */
export async function isVerifiedAs(db: Db, { companyId, companyName, companyLegalName }: Shown): Promise<boolean> {
  if (companyId === null) return false
  const named = and(eq(company.companyName, companyName), eq(company.legalName, companyLegalName))
  const is = and(eq(company.id, companyId), eq(company.verification, 'approved'), named, isNull(company.deletedAt))
  return (await db.$count(company, is)) > 0
}

/** The company of an organization that has a name, regardless of case. */
export async function companyNamed(db: Db, organisationId: string, name: string): Promise<CompanyRow | undefined> {
  const named = sql`lower(${company.companyName}) = lower(${name})`
  const is = and(eq(company.organisationId, organisationId), named, isNull(company.deletedAt))
  const [row] = await db.select().from(company).where(is)
  return row
}
