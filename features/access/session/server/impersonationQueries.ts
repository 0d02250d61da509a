import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { session } from './tables.ts'

type Db = Database | Transaction

const origin = alias(session, 'origin')

/**
 * Whether the super admin behind an impersonation is still signed in, enabled, and a super admin. Checked at every
 * call, so that it does not depend on other code ending the session with the super admin's.
 */
export async function impersonationGoesOn(db: Db, sessionId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: origin.id })
    .from(session)
    .innerJoin(origin, eq(origin.id, session.originSessionId))
    .innerJoin(account, eq(account.id, origin.accountId))
    .where(
      and(
        eq(session.id, sessionId),
        eq(origin.accountId, session.impersonatorId),
        isNull(origin.endedAt),
        or(gt(origin.tokenExpiresAt, now), gt(origin.refreshExpiresAt, now)),
        isNull(account.deletedAt),
        ne(account.state, 'disabled'),
        withinTerm(now),
        sql`'superadmin' = any(${account.roles})`,
      ),
    )
  return row !== undefined
}

/** The super admin's own session, locked until the commit; undefined when it has ended meanwhile. */
export async function lockOriginSession(db: Transaction, id: string) {
  const [row] = await db
    .select({ id: session.id, ip: session.ip })
    .from(session)
    .where(and(eq(session.id, id), isNull(session.endedAt)))
    .for('no key update')
  return row
}

/** Ends what else goes on from a super admin's session, and returns whom it acted as, by the ended session's id. */
export async function endImpersonationsFrom(
  db: Transaction,
  originSessionId: string,
  now: Date,
): Promise<{ id: string; accountId: string; organisationId: string }[]> {
  return db
    .update(session)
    .set({ endedAt: now })
    .where(and(eq(session.originSessionId, originSessionId), isNull(session.endedAt)))
    .returning({ id: session.id, accountId: session.accountId, organisationId: session.organisationId })
}

/** Who acts in an impersonation, since when and until when, and from which session of their own. */
export async function findImpersonation(db: Db, sessionId: string) {
  const [row] = await db
    .select({
      originSessionId: session.originSessionId,
      until: session.tokenExpiresAt,
      firstname: account.firstname,
      lastname: account.lastname,
      email: account.email,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.impersonatorId))
    .where(eq(session.id, sessionId))
  return row
}
