import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Input } from '#contract/call.ts'
import type { accreditationCalls } from '#features/admin/accreditation/contract.ts'
import { setStanding } from '#features/core/account/server/accreditationQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, pageOf, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { accreditation, accreditationProof } from './tables.ts'

type Db = Database | Transaction
export type AccreditationRow = typeof accreditation.$inferSelect
export type ProofRow = typeof accreditationProof.$inferSelect
const table = accreditation
const proofs = accreditationProof
const reviewer = alias(account, 'reviewer')
const sorts = { submitted_on: table.submittedAt, name: ordered(sql`lower(${fullNameOf(account)})`) } as const

/** A row on the wire, with its proofs. */
const shown = (row: AccreditationRow, all: readonly ProofRow[]) => ({
  ...{ id: row.id, way: row.way, state: row.state, letter_date: row.letterDate, reason: row.reason },
  submitted_on: row.submittedAt.toISOString(),
  reviewed_on: row.reviewedAt?.toISOString() ?? null,
  valid_until: row.validUntil?.toISOString() ?? null,
  proofs: all
    .filter(({ accreditationId }) => accreditationId === row.id)
    .map(({ id, filename, type }) => ({ id, filename, type, url: `/accreditation-files/${id}` })),
})

const proofsOf = (db: Db, ids: readonly string[]): Promise<ProofRow[]> =>
  db
    .select()
    .from(proofs)
    .where(inArray(proofs.accreditationId, [...ids]))
    .orderBy(asc(proofs.createdAt), proofs.id)

/** What an account has submitted, the latest first. */
export async function ownAccreditations(db: Db, accountId: string) {
  const own = eq(table.accountId, accountId)
  const rows = await db.select().from(table).where(own).orderBy(desc(table.submittedAt), table.id).limit(10)
  const files = await proofsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(row => shown(row, files))
}

/** A page of the submissions of an organization. */
export async function listAccreditations(
  db: Db,
  actor: Actor,
  { name, state, sort, ...paging }: Input<typeof accreditationCalls.getAccreditationList>,
) {
  const query = db
    .select({
      row: table,
      name: fullNameOf(account),
      email: account.email,
      org_name: organisation.name,
      reviewer: sql<string>`coalesce(${fullNameOf(reviewer)}, '')`,
    })
    .from(table)
    .innerJoin(account, eq(account.id, table.accountId))
    .innerJoin(organisation, eq(organisation.id, table.organisationId))
    .leftJoin(reviewer, eq(reviewer.id, table.reviewedBy))
    .where(
      and(
        within(actor, table.organisationId),
        contains(name, account.firstname, account.lastname, fullNameOf(account), account.email),
        state && eq(table.state, state),
      ),
    )
  const { items, total } = await pageOf(db, query, paging, [sorts[sort], table.id])
  const files = await proofsOf(
    db,
    items.map(({ row }) => row.id),
  )
  return {
    items: items.map(({ row, ...names }) => ({ ...shown(row, files), ...names, user_id: row.accountId })),
    total,
  }
}

export const lockAccreditation = (db: Transaction, actor: Actor, id: string) => lockWithin(db, actor, table, id)
export const insertAccreditation = (db: Transaction, values: typeof table.$inferInsert) => insertRow(db, table, values)
export const updateAccreditation = (db: Transaction, id: string, values: Partial<typeof table.$inferInsert>) =>
  updateRow(db, table, id, values)

/** Locks an account's own row, so that what it submits comes one after the other. */
export async function lockOwner(db: Transaction, accountId: string) {
  const [row] = await db.select().from(account).where(eq(account.id, accountId)).for('no key update')
  if (!row) throw new Error('the account is gone')
  return row
}

/** The one that is declared or pending. */
export async function openOf(db: Db, accountId: string): Promise<AccreditationRow | undefined> {
  const is = and(eq(table.accountId, accountId), inArray(table.state, ['declared', 'pending']))
  const [row] = await db.select().from(table).where(is)
  return row
}

/** Writes to the account what follows from its accreditations. Its row is locked by the caller. */
export async function settleStanding(db: Transaction, accountId: string): Promise<void> {
  const [found] = await db
    .select({
      until: sql<string | null>`max(${table.validUntil}) filter (where ${table.state} = 'verified')`,
      declared: sql<boolean>`coalesce(bool_or(${table.state} in ('declared', 'pending')), false)`,
      pending: sql<boolean>`coalesce(bool_or(${table.state} = 'pending'), false)`,
    })
    .from(table)
    .where(eq(table.accountId, accountId))
  const accreditedUntil = found?.until ? new Date(found.until) : null
  await setStanding(db, accountId, {
    ...{ accreditedUntil, provisionalMember: found?.declared ?? false },
    accreditationPending: found?.pending ?? false,
  })
}

export const insertProof = (db: Transaction, values: typeof proofs.$inferInsert) => insertRow(db, proofs, values)

/** The proofs that wait for a submission of an account. */
const waiting = (accountId: string): SQL | undefined =>
  and(eq(proofs.accountId, accountId), isNull(proofs.accreditationId))
export const countWaiting = (db: Db, accountId: string): Promise<number> => db.$count(proofs, waiting(accountId))

/** Gives waiting proofs of an account to a submission; undefined when one of them is not there. */
export async function attachProofs(db: Transaction, row: AccreditationRow, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const free = and(inArray(proofs.id, wanted), waiting(row.accountId))
  const found = await db.update(proofs).set({ accreditationId: row.id }).where(free).returning()
  return found.length === wanted.length ? found : undefined
}

/** A proof for its owner, or for a reviewer of its organization. */
export async function findProof(db: Db, actor: Actor, reviews: boolean, id: string): Promise<ProofRow | undefined> {
  const may = or(
    eq(proofs.accountId, actor.accountId),
    reviews ? (within(actor, proofs.organisationId) ?? sql`true`) : undefined,
  )
  const [row] = await db
    .select()
    .from(proofs)
    .where(and(eq(proofs.id, id), may))
  return row
}

/** Removes proofs that no submission took, and those of decisions of long ago; returns their keys in the storage. */
export async function removeOldProofs(db: Db, before: { unused: Date; decided: Date }): Promise<string[]> {
  const decided = db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.state, ['verified', 'refused', 'withdrawn']), lt(table.reviewedAt, before.decided)))
  const old = or(
    and(isNull(proofs.accreditationId), lt(proofs.createdAt, before.unused)),
    inArray(proofs.accreditationId, decided),
  )
  return (await db.delete(proofs).where(old).returning()).map(({ key }) => key)
}

/** Marks those as warned whose accreditation ends soon, if it is the last to end that they have. */
export async function markWarned(db: Transaction, now: Date, before: Date): Promise<AccreditationRow[]> {
  const later = sql`select from ${table} l where l.account_id = ${table.accountId} and l.state = 'verified' and l.valid_until > ${table.validUntil}`
  return db
    .update(table)
    .set({ warnedAt: now })
    .where(
      and(
        eq(table.state, 'verified'),
        isNull(table.warnedAt),
        gt(table.validUntil, now),
        lte(table.validUntil, before),
        sql`not exists (${later})`,
      ),
    )
    .returning()
}

/** Removes the proofs of a deleted account; returns their keys. What was decided stays, without a reason. */
export async function purgeAccreditations(db: Transaction, accountId: string): Promise<string[]> {
  await db.update(table).set({ reason: '' }).where(eq(table.accountId, accountId))
  return (await db.delete(proofs).where(eq(proofs.accountId, accountId)).returning()).map(({ key }) => key)
}
