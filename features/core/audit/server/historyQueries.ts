import { eq } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { type Paging, pageOf } from '#server/lists.ts'
import { auditEntry } from './tables.ts'

/** The entries of the audit log about a record, the latest first. */
export async function listHistory(db: Database | Transaction, subject: string, paging: Paging) {
  const entries = db
    .select({ entry: auditEntry, name: fullNameOf(account) })
    .from(auditEntry)
    .leftJoin(account, eq(account.id, auditEntry.actorId))
    .where(eq(auditEntry.subject, subject))
  const { items, total } = await pageOf(db, entries, { ...paging, order: 'desc' }, [auditEntry.id])
  const shown = items.map(({ entry, name }) => ({
    id: String(entry.id),
    action: entry.action,
    user_name: name ?? '',
    at: entry.at.toISOString(),
    fields: (entry.detail['fields'] as string[] | undefined) ?? [],
  }))
  return { items: shown, total }
}
