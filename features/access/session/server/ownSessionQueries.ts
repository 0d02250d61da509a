import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { isNotIdle } from './idleQueries.ts'
import type { SessionRow } from './queries.ts'
import { UNUSED_LIFE, WHOLE_LIFE } from './renewalQueries.ts'
import { session } from './tables.ts'

type Db = Database | Transaction

/** An account's open sessions of the console, the one used last first. Impersonations of the account are left out. */
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
        isNotIdle(now),
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

/**
 * Notes that sessions are used, unless that was noted within the last minute; and of an impersonation the session that
 * it came from, whose own cookie rests meanwhile.
 */
export async function noteUse(db: Db, sessionIds: readonly string[], now: Date): Promise<void> {
  const ids = sql`${sql.param([...sessionIds])}::uuid[]`
  const isOrigin = sql`${session.id} in (select acting.origin_session_id from ${session} as acting
    where acting.id = any(${ids}) and acting.origin_session_id is not null)`
  await db
    .update(session)
    .set({ lastUsedAt: now })
    .where(
      and(
        or(sql`${session.id} = any(${ids})`, isOrigin),
        lt(session.lastUsedAt, new Date(now.getTime() - USE_NOTED_EVERY)),
      ),
    )
}

/** The same for viewers: only where it matters, because there may be ten thousand of them. */
export async function noteWatching(db: Db, sessionIds: readonly string[], now: Date): Promise<void> {
  await db
    .update(session)
    .set({ lastUsedAt: now })
    .where(
      and(
        sql`${session.id} = any(${sql.param([...sessionIds])}::uuid[])`,
        session.idles,
        lt(session.lastUsedAt, new Date(now.getTime() - USE_NOTED_EVERY)),
      ),
    )
}
