import { inArray } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { mailMessage } from './tables.ts'

/** Removes every mail and text message to these addresses and numbers, one that waits to be sent among them. */
export async function purgeMails(db: Transaction, recipients: readonly string[]): Promise<void> {
  await db.delete(mailMessage).where(inArray(mailMessage.recipient, [...recipients]))
}
