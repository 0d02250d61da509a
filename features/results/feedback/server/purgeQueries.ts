import { eq } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'
import { feedback } from './tables.ts'

/** Takes from somebody's feedback how they can be reached and from where it came; what they thought stays, without a name. */
export async function purgeContacts(db: Transaction, { id }: Forgotten): Promise<void> {
  await db.update(feedback).set({ contact: '', ip: '' }).where(eq(feedback.accountId, id))
}
