import { and, arrayOverlaps, asc, count, eq, ilike, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { callers } from '#contract/call.ts'
import { account } from '#features/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { PitchRow } from './access.ts'

type Db = Database | Transaction
export interface Assignee {
  readonly user_id: string
  readonly name: string
  readonly email: string
}

const fullName = sql<string>`trim(${account.firstname} || ' ' || ${account.lastname})`
const columns = { user_id: account.id, name: fullName, email: account.email }

/** [ENT-024] Who is to present a pitch, as its page shows it. */
export async function assigneeOf(db: Db, { userId }: Pick<PitchRow, 'userId'>): Promise<Assignee> {
  const [found] = await db.select(columns).from(account).where(eq(account.id, userId))
  if (!found) throw new Error(`account ${userId} is gone`)
  return found
}

/** Whoever has an account in use in the pitch's organisation and may present, but for its owner. */
const mayTakeOver = (pitch: PitchRow): SQL | undefined =>
  and(
    eq(account.organisationId, pitch.organisationId),
    eq(account.state, 'active'),
    arrayOverlaps(account.roles, [...callers.pitchMakers]),
    ne(account.id, pitch.userId),
  )

/** Those to whom a pitch can be handed, by name; its co-hosts and moderators have their part already (RULE-064). */
export async function listAssignees(
  db: Db,
  pitch: PitchRow,
  { page, limit, name }: { page: number; limit: number; name?: string | undefined },
): Promise<{ items: Assignee[]; total: number }> {
  const pattern = `%${name?.replace(/[\\%_]/g, '\\$&')}%`
  const where = and(
    mayTakeOver(pitch),
    notInArray(account.email, ['', ...pitch.coHosts, ...pitch.moderators]),
    name ? or(ilike(fullName, pattern), ilike(account.email, pattern)) : undefined,
  )
  const [all] = await db.select({ total: count() }).from(account).where(where)
  const items = await db
    .select(columns)
    .from(account)
    .where(where)
    .orderBy(asc(sql`lower(${fullName})`), asc(account.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { items, total: all?.total ?? 0 }
}

/** The same person, if a pitch can be handed to them. */
export async function assigneeAmong(db: Db, pitch: PitchRow, accountId: string): Promise<Assignee | undefined> {
  const [found] = await db
    .select(columns)
    .from(account)
    .where(and(mayTakeOver(pitch), eq(account.id, accountId)))
  return found
}
