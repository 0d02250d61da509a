import { and, count, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '#contract/call.ts'
import { lockUsersLimit } from '#features/core/organisation/server/queries.ts'
import type { Transaction } from '#server/db/database.ts'
import { isThere } from './queries.ts'
import { account } from './tables.ts'

/**
 * Whether an organisation may have one more account that can be signed in to; racing requests for the last place wait
 * for each other. Fails with UserLimitReached. To be asked before the account is written.
 */
export async function refuseOverLimit(db: Transaction, organisationId: string): Promise<void> {
  const limit = await lockUsersLimit(db, organisationId)
  if (limit === null) return
  const [used] = await db
    .select({ people: count() })
    .from(account)
    .where(and(eq(account.organisationId, organisationId), isThere, inArray(account.state, ['awaiting', 'active'])))
  if ((used?.people ?? 0) >= limit) throw new CallFailed('UserLimitReached')
}
