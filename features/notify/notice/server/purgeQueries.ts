import { and, eq, sql } from 'drizzle-orm'
import { guestName } from '#features/core/account/veil.ts'
import type { Transaction } from '#server/db/database.ts'
import { inBatches } from '#server/db/database.ts'
import { searchOf } from './createNotice.ts'
import { notice } from './tables.ts'

/** Removes a deleted account's notices permanently, and its name from the notices of others. */
export async function purgeNotices(db: Transaction, accountId: string): Promise<void> {
  await db.delete(notice).where(eq(notice.accountId, accountId))
  const name = guestName(accountId)
  const rows = await db
    .select({ id: notice.id, kind: notice.kind, params: notice.params })
    .from(notice)
    .where(and(eq(notice.byAccountId, accountId), sql`${notice.params} ->> 'name' <> ${name}`))
  const changed = rows.map(({ id, kind, params }) => {
    const now = { ...params, name }
    return { id, params: now, search: searchOf(kind, now) }
  })
  await inBatches(changed, json =>
    db.execute(sql`update ${notice} set params = now.params, search = now.search
      from jsonb_to_recordset(${json}::jsonb) as now (id uuid, params jsonb, search text)
      where ${notice.id} = now.id`),
  )
}
