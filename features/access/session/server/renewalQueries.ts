import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SessionRow } from './queries.ts'
import { session, usedRefreshToken } from './tables.ts'

type Db = Database | Transaction

/** Milliseconds. A session that was unused for a fortnight, or that is a quarter old, is not renewed. */
export const UNUSED_LIFE = 14 * 86_400_000
export const WHOLE_LIFE = 90 * 86_400_000

/** Gives a session new tokens in exchange for its refresh token. Only one of two racing requests gets them. */
export async function exchangeRefreshToken(
  db: Db,
  usedHash: string,
  now: Date,
  tokens: Pick<SessionRow, 'tokenHash' | 'tokenExpiresAt' | 'refreshHash' | 'refreshExpiresAt'>,
): Promise<SessionRow | undefined> {
  const [renewed] = await db
    .update(session)
    .set(tokens)
    .where(
      and(
        eq(session.refreshHash, usedHash),
        isNull(session.endedAt),
        gt(session.refreshExpiresAt, now),
        gt(session.lastUsedAt, new Date(now.getTime() - UNUSED_LIFE)),
        gt(session.createdAt, new Date(now.getTime() - WHOLE_LIFE)),
      ),
    )
    .returning()
  if (renewed) await db.insert(usedRefreshToken).values({ tokenHash: usedHash, sessionId: renewed.id, usedAt: now })
  return renewed
}

/** The session that a refresh token has renewed before, whose it is, and when that was. */
export async function findUsedRefreshToken(db: Db, tokenHash: string) {
  const { sessionId, usedAt } = usedRefreshToken
  const { accountId, organisationId } = session
  const [row] = await db
    .select({ sessionId, usedAt, accountId, organisationId })
    .from(usedRefreshToken)
    .innerJoin(session, eq(session.id, sessionId))
    .where(eq(usedRefreshToken.tokenHash, tokenHash))
  return row
}

/** Deletes the sessions that were over before an instant: ended, or with no token left that works. */
export async function deleteSessionsOver(db: Db, before: Date): Promise<void> {
  const lastToken = sql`greatest(${session.tokenExpiresAt}, ${session.refreshExpiresAt})`
  await db
    .delete(session)
    .where(or(lt(session.endedAt, before), sql`${lastToken} < ${before.toISOString()}::timestamptz`))
}
