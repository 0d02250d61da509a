import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'

/**
 * Holds somebody's right to attend a pitch as it stands until the transaction ends: `shared` by what they do there, `alone`
 * by whoever takes it from them. Who has no row among the attendees, because the pitch is public, is held as well.
 */
export async function holdRight(
  db: Transaction,
  { pitchId, accountId }: { readonly pitchId: number; readonly accountId: string },
  how: 'shared' | 'alone',
): Promise<void> {
  const key = sql`hashtextextended(${`attends ${pitchId} ${accountId}`}, 0)`
  await db.execute(
    how === 'alone' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}
