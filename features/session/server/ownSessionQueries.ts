import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SessionRow } from './queries.ts'
import { UNUSED_LIFE, WHOLE_LIFE } from './renewalQueries.ts'
import { session } from './tables.ts'

type Db = Database | Transaction

/** The open sessions of the console that an account has, the one used last first. Nobody sees who acts as them. */
export const listOpenSessions = (db: Db, accountId: string, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(session)
    .where(
      and(
        eq(session.accountId, accountId),
        eq(session.kind, 'session'),
        eq(session.isPending, false),
        isNull(session.impersonatorId),
        isNull(session.endedAt),
        or(
          gt(session.tokenExpiresAt, now),
          and(
            gt(session.refreshExpiresAt, now),
            gt(session.lastUsedAt, new Date(now.getTime() - UNUSED_LIFE)),
            gt(session.createdAt, new Date(now.getTime() - WHOLE_LIFE)),
          ),
        ),
      ),
    )
    .orderBy(desc(session.lastUsedAt), desc(session.id))

/** A minute, in milliseconds: a session's last use is not written more often. */
export const USE_NOTED_EVERY = 60_000

/** Notes that a session is used, unless that was noted within the last minute. */
export async function noteUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .update(session)
    .set({ lastUsedAt: now })
    .where(and(eq(session.id, sessionId), lt(session.lastUsedAt, new Date(now.getTime() - USE_NOTED_EVERY))))
}
