import { and, arrayOverlaps, asc, count, eq, ilike, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { callers } from '#contract/call.ts'
import { account } from '#features/core/account/server/tables.ts'
import type { PitchRow } from '#features/core/part/server/access.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

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

/** Whoever has an account in use and may present; without an organisation in any. */
const mayPresent = (organisationId?: string): SQL | undefined =>
  and(
    organisationId ? eq(account.organisationId, organisationId) : undefined,
    eq(account.state, 'active'),
    isNull(account.deletedAt),
    arrayOverlaps(account.roles, [...callers.pitchMakers]),
  )

/** Whoever may present in the pitch's organisation, but for its owner. */
const mayTakeOver = (pitch: PitchRow): SQL | undefined =>
  and(mayPresent(pitch.organisationId), ne(account.id, pitch.userId))

interface Search {
  readonly page: number
  readonly limit: number
  readonly name?: string | undefined
}

/** Those to whom a pitch can be handed, by name; its co-hosts and moderators have their part already (RULE-064). */
export const listAssignees = (db: Db, pitch: PitchRow, search: Search) =>
  list(db, and(mayTakeOver(pitch), notInArray(account.email, ['', ...pitch.coHosts, ...pitch.moderators])), search)

/** Those to whom a new pitch can be given: of the own organisation, for a superadmin of any. */
export const listPresenters = (db: Db, actor: Actor, search: Search) => list(db, mayPresent(fenceOf(actor)), search)

/** The same person, with their organisation, if a new pitch can be given to them. */
export async function presenterAmong(db: Db, actor: Actor, accountId: string) {
  const [found] = await db
    .select({ ...columns, organisationId: account.organisationId })
    .from(account)
    .where(and(mayPresent(fenceOf(actor)), eq(account.id, accountId)))
  return found
}

const fenceOf = (actor: Actor) => (actor.roles.includes('superadmin') ? undefined : actor.organisationId)

async function list(db: Db, whom: SQL | undefined, { page, limit, name }: Search) {
  const pattern = `%${name?.replace(/[\\%_]/g, '\\$&')}%`
  const where = and(whom, name ? or(ilike(fullName, pattern), ilike(account.email, pattern)) : undefined)
  const [all] = await db.select({ total: count() }).from(account).where(where)
  const items: Assignee[] = await db
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
