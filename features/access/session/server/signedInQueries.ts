import { and, countDistinct, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { isNotIdle } from './idleQueries.ts'
import { session } from './tables.ts'

/** How many of these people are signed in somewhere. */
export async function countSignedIn(
  db: Database | Transaction,
  accountIds: readonly string[],
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ people: countDistinct(session.accountId) })
    .from(session)
    .where(
      and(
        sql`${session.accountId} = any(${sql.param([...accountIds])}::uuid[])`,
        eq(session.kind, 'session'),
        isNull(session.endedAt),
        isNotIdle(now),
        or(gt(session.tokenExpiresAt, now), gt(session.refreshExpiresAt, now)),
      ),
    )
  return row?.people ?? 0
}
