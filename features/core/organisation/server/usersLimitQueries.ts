import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { organisation } from './tables.ts'

/** [ENT-075] How many accounts an organisation may have, null for any number. Whoever else wants to know waits. */
export async function lockUsersLimit(db: Transaction, id: string): Promise<number | null> {
  const [row] = await db
    .select({ limit: organisation.companyUsersLimit })
    .from(organisation)
    .where(eq(organisation.id, id))
    .for('no key update')
  return row?.limit ?? null
}
