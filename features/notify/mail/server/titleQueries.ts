import { inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { mailMessage } from './tables.ts'

/** What mails are about and to whom they went, by their ids: "Your invitation (grace@fund.example)". */
export async function mailTitles(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: mailMessage.id, subject: mailMessage.subject, recipient: mailMessage.recipient })
    .from(mailMessage)
    .where(inArray(mailMessage.id, [...ids]))
  return new Map(rows.map(({ id, subject, recipient }) => [id, `${subject} (${recipient})`]))
}
