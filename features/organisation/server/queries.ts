import { and, count, eq, isNull } from 'drizzle-orm'
import { account } from '#features/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { organisation } from './tables.ts'

type Db = Database | Transaction
export type OrganisationRow = typeof organisation.$inferSelect

export async function findOrganisation(db: Db, id: string): Promise<OrganisationRow | undefined> {
  const [row] = await db.select().from(organisation).where(eq(organisation.id, id))
  return row
}

/** An organisation, locked until the commit, so that what the audit log says it was before is true. */
export async function lockOrganisation(db: Transaction, id: string): Promise<OrganisationRow | undefined> {
  const [row] = await db.select().from(organisation).where(eq(organisation.id, id)).for('update')
  return row
}

export async function createOrganisation(db: Db, name: string): Promise<string> {
  const [row] = await db.insert(organisation).values({ name }).returning({ id: organisation.id })
  if (!row) throw new Error('an organisation was not written')
  return row.id
}

export async function updateOrganisation(
  db: Transaction,
  id: string,
  values: Partial<typeof organisation.$inferInsert>,
): Promise<void> {
  if (Object.keys(values).length > 0) await db.update(organisation).set(values).where(eq(organisation.id, id))
}

/** How many people of an organisation can sign in. */
export async function countPeople(db: Db, organisationId: string): Promise<number> {
  const is = and(eq(account.organisationId, organisationId), eq(account.state, 'active'), isNull(account.deletedAt))
  const [row] = await db.select({ people: count() }).from(account).where(is)
  return row?.people ?? 0
}
