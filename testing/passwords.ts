import { eq } from 'drizzle-orm'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import { account } from '#features/core/account/server/tables.ts'
import type { Database } from '#server/db/database.ts'

/** A password that follows all the rules. */
export const goodPassword = 'violet Harbour 27'

/** Gives a seeded person a password, as if they had set it by their link. */
export async function givePassword(db: Database, accountId: string, password = goodPassword): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.update(account).set({ passwordHash, passwordChangedAt: new Date() }).where(eq(account.id, accountId))
}
