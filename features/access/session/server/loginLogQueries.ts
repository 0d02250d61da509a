import { and, asc, count, desc, eq, gt, ilike, ne, or, type SQL } from 'drizzle-orm'
import type { LoginOutcome } from '#features/access/signIn/contract.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { loginLog } from './tables.ts'

type Db = Database | Transaction
export type LoginLogRow = typeof loginLog.$inferSelect

export interface LoginLogFilter {
  readonly content?: string | undefined
  readonly description?: LoginOutcome | undefined
  readonly sort: 'at' | 'username' | 'ip'
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly limit: number
}

/** One page of the login log; only a superadmin sees beyond their own organisation. */
export async function listLoginLog(db: Db, actor: Actor, filter: LoginLogFilter) {
  const pattern = filter.content && `%${filter.content.replace(/[\\%_]/g, '\\$&')}%`
  const where = and(
    actor.roles.includes('superadmin') ? undefined : eq(loginLog.organisationId, actor.organisationId),
    filter.description && eq(loginLog.description, filter.description),
    pattern ? or(ilike(loginLog.username, pattern), ilike(loginLog.ip, pattern)) : undefined,
  )
  const items = await db
    .select()
    .from(loginLog)
    .where(where)
    .orderBy(...sorted(filter))
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const [all] = await db.select({ total: count() }).from(loginLog).where(where)
  return { items, total: all?.total ?? 0 }
}

/** The newest first among equals; the id makes pages whole. */
function sorted({ sort, order }: LoginLogFilter): SQL[] {
  const direction = order === 'asc' ? asc : desc
  if (sort === 'at') return [direction(loginLog.at), direction(loginLog.id)]
  return [direction(loginLog[sort]), desc(loginLog.at), desc(loginLog.id)]
}

/** The newest attempts to sign in to an account. */
export const listOwnAttempts = (db: Db, accountId: string, limit: number): Promise<LoginLogRow[]> =>
  db
    .select()
    .from(loginLog)
    .where(eq(loginLog.accountId, accountId))
    .orderBy(desc(loginLog.at), desc(loginLog.id))
    .limit(limit)

/** The sign-in to an account before its newest one. */
export async function findSignInBefore(db: Db, accountId: string): Promise<LoginLogRow | undefined> {
  const [, before] = await db
    .select()
    .from(loginLog)
    .where(and(eq(loginLog.accountId, accountId), eq(loginLog.description, 'signedIn')))
    .orderBy(desc(loginLog.at), desc(loginLog.id))
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
