import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { factor, recoveryCode, rememberedDevice, securityQuestion } from './tables.ts'

/** Removes for good by what somebody proved who they are: numbers, keys, answers and devices. */
export async function purgeFactors(db: Transaction, accountId: string): Promise<void> {
  for (const table of [factor, recoveryCode, rememberedDevice, securityQuestion])
    await db.delete(table).where(eq(table.accountId, accountId))
}
