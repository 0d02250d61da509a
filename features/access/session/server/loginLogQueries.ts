import { and, count, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { LoginOutcome } from '#features/access/session/contract.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, type Paging, pageOf, within } from '#server/lists.ts'
import { loginLog } from './tables.ts'

type Db = Database | Transaction
export type LoginLogRow = typeof loginLog.$inferSelect

export interface LoginLogFilter extends Required<Paging> {
  readonly content?: string | undefined
  readonly description?: LoginOutcome | undefined
  readonly sort: 'at' | 'username' | 'ip'
}

/** The newest first among equals. */
const newest = [desc(loginLog.at), desc(loginLog.id)] as const
const sorts = {
  at: [loginLog.at, loginLog.id],
  username: [ordered(sql`lower(${loginLog.username})`), ...newest],
  ip: [loginLog.ip, ...newest],
} as const

/** One page of the login log; only a super admin sees beyond their own organization. */
export function listLoginLog(db: Db, actor: Actor, filter: LoginLogFilter) {
  const where = and(
    within(actor, loginLog.organisationId),
    filter.description && eq(loginLog.description, filter.description),
    contains(filter.content, loginLog.username, loginLog.ip),
  )
  return pageOf(db, db.select().from(loginLog).where(where), filter, sorts[filter.sort])
}

/** The newest attempts to sign in to an account. */
export const listOwnAttempts = (db: Db, accountId: string, limit: number): Promise<LoginLogRow[]> =>
  db
    .select()
    .from(loginLog)
    .where(eq(loginLog.accountId, accountId))
    .orderBy(...newest)
    .limit(limit)

/** The sign-in to an account before its newest one. */
export async function findSignInBefore(db: Db, accountId: string): Promise<LoginLogRow | undefined> {
  const [, before] = await db
    .select()
    .from(loginLog)
    .where(and(eq(loginLog.accountId, accountId), eq(loginLog.description, 'signedIn')))
    .orderBy(...newest)
    .limit(2)
  return before
}

/** How many attempts to sign in to an account failed after an instant. */
export async function countFailuresSince(db: Db, accountId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ failures: count() })
    .from(loginLog)
    .where(and(eq(loginLog.accountId, accountId), ne(loginLog.description, 'signedIn'), gt(loginLog.at, since)))
  return row?.failures ?? 0
}

export async function insertLoginLog(db: Db, entry: typeof loginLog.$inferInsert): Promise<void> {
  await db.insert(loginLog).values(entry)
}
