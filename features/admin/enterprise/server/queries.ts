import { and, asc, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import type { enterpriseCalls } from '#features/admin/enterprise/contract.ts'
import { masked } from '#features/admin/enterprise/numbers.ts'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import { company } from '#features/core/company/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, pageOf, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { enterpriseEvidence, enterpriseVerification } from './tables.ts'

type Db = Database | Transaction
const table = enterpriseVerification
const sorts = { submitted_on: table.submittedAt, name: ordered(sql`lower(${company.companyName})`) } as const

/** A page of submissions of companies that exist, with their evidence. */
export async function listSubmissions(
  db: Db,
  actor: Actor,
  { name, state, company_id, sort, ...paging }: Input<typeof enterpriseCalls.getEnterpriseVerificationList>,
) {
  const submissions = db
    .select({
      row: table,
      company_name: company.companyName,
      org_name: organisation.name,
      submitted_by: fullNameOf(account),
    })
    .from(table)
    .innerJoin(company, eq(company.id, table.companyId))
    .innerJoin(organisation, eq(organisation.id, table.organisationId))
    .innerJoin(account, eq(account.id, table.submittedBy))
    .where(
      and(
        within(actor, table.organisationId),
        isNull(company.deletedAt),
        contains(name, company.companyName, table.legalName),
        state && eq(table.state, state),
        company_id === undefined ? undefined : eq(table.companyId, company_id),
      ),
    )
  const { items, total } = await pageOf(db, submissions, paging, [sorts[sort], table.id])
  const evidence = await evidenceOf(
    db,
    items.map(({ row }) => row.id),
  )
  const shown = items.map(({ row, ...names }) => ({
    ...names,
    id: row.id,
    company_id: row.companyId,
    legal_name: row.legalName,
    country: row.country,
    licence_number: masked(row.licenceLastFour),
    id_card_number: masked(row.idCardLastFour),
    evidence: evidence.filter(({ verificationId }) => verificationId === row.id).map(shownEvidence),
    state: row.state,
    submitted_on: row.submittedAt.toISOString(),
    reviewed_on: row.reviewedAt?.toISOString() ?? null,
    reason: row.reason,
  }))
  return { items: shown, total }
}

type EvidenceRow = typeof enterpriseEvidence.$inferSelect
const shownEvidence = ({ id, kind, filename }: EvidenceRow) => ({ id, kind, filename, url: `/enterprise-files/${id}` })

const evidenceOf = async (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(enterpriseEvidence)
    .where(inArray(enterpriseEvidence.verificationId, [...ids]))
    .orderBy(asc(enterpriseEvidence.createdAt), enterpriseEvidence.id)

export const lockSubmission = (db: Transaction, actor: Actor, id: string) => lockWithin(db, actor, table, id)
export const insertSubmission = (db: Transaction, values: typeof table.$inferInsert) => insertRow(db, table, values)
export const updateSubmission = (db: Transaction, id: string, values: Partial<typeof table.$inferInsert>) =>
  updateRow(db, table, id, values)

/** Withdraws what still waits for a review of a company, which the caller has locked. */
export async function withdrawPending(db: Transaction, companyId: string): Promise<void> {
  const pending = and(eq(table.companyId, companyId), eq(table.state, 'pendingReview'))
  await db.update(table).set({ state: 'withdrawn' }).where(pending)
}

export const insertEvidence = (db: Transaction, values: typeof enterpriseEvidence.$inferInsert) =>
  insertRow(db, enterpriseEvidence, values)

/** Gives waiting documents of a company to a submission; false when one of them is not there. */
export async function attachEvidence(
  db: Transaction,
  companyId: string,
  verificationId: string,
  ids: readonly string[],
) {
  const wanted = [...new Set(ids)]
  const free = and(
    inArray(enterpriseEvidence.id, wanted),
    eq(enterpriseEvidence.companyId, companyId),
    isNull(enterpriseEvidence.verificationId),
  )
  const found = wanted.length ? await db.update(enterpriseEvidence).set({ verificationId }).where(free).returning() : []
  return found.length === wanted.length
}

/** A document within the actor's fence. */
export async function findEvidence(db: Db, actor: Actor, id: string): Promise<EvidenceRow | undefined> {
  const is = and(eq(enterpriseEvidence.id, id), within(actor, enterpriseEvidence.organisationId))
  const [row] = await db.select().from(enterpriseEvidence).where(is)
  return row
}

/** Removes documents that no submission took; returns their keys in the storage. */
export async function removeUnusedEvidence(db: Db, before: Date): Promise<string[]> {
  const unused = and(isNull(enterpriseEvidence.verificationId), lt(enterpriseEvidence.createdAt, before))
  return (await db.delete(enterpriseEvidence).where(unused).returning()).map(({ key }) => key)
}

/** Whether there is another super admin than this one, who could review. */
export async function hasOtherReviewer(db: Db, accountId: string): Promise<boolean> {
  const present = and(eq(account.state, 'active'), isNull(account.deletedAt), withinTerm(rightNow()))
  return (
    (await db.$count(account, and(present, ne(account.id, accountId), sql`'superadmin' = any(${account.roles})`))) > 0
  )
}
