import { eq } from 'drizzle-orm'
import { factor, recoveryCode, rememberedDevice, securityQuestion } from '#features/core/account/server/factorTables.ts'
import type { Transaction } from '#server/db/database.ts'

/** Removes for good by what somebody proved who they are: numbers, keys, answers and devices. */
export async function purgeFactors(db: Transaction, accountId: string): Promise<void> {
  for (const table of [factor, recoveryCode, rememberedDevice, securityQuestion])
    await db.delete(table).where(eq(table.accountId, accountId))
}
