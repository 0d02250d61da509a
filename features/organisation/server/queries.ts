import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { organisation } from './tables.ts'

export async function findOrganisation(db: Database | Transaction, id: string) {
  const [row] = await db.select().from(organisation).where(eq(organisation.id, id))
  return row
}

export async function createOrganisation(db: Database | Transaction, name: string): Promise<string> {
  const [row] = await db.insert(organisation).values({ name }).returning({ id: organisation.id })
  if (!row) throw new Error('an organisation was not written')
  return row.id
}
