import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { notInterested } from './tables.ts'

/** Forgets which pitches a deleted account has put aside. */
export async function purgeAside(db: Transaction, accountId: string): Promise<void> {
  await db.delete(notInterested).where(eq(notInterested.accountId, accountId))
}
