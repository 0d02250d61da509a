import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { socialAccount } from './tables.ts'

/** Removes for good as whom providers know somebody. */
export async function purgeSocialAccounts(db: Transaction, accountId: string): Promise<void> {
  await db.delete(socialAccount).where(eq(socialAccount.accountId, accountId))
}
