import { and, arrayOverlaps, eq, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { callers } from '#contract/declare.ts'
import { account } from '#features/core/account/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import type { Actor } from '#server/frame.ts'
import { contains, type Paging, pageOf, within } from '#server/lists.ts'

type Db = Database | Transaction
export interface Assignee {
  readonly user_id: string
  readonly name: string
  readonly email: string
}

const fullName = fullNameOf(account)
const columns = { user_id: account.id, name: fullName, email: account.email }

/** [ENT-024] The presenter of a pitch, as its page shows them. */
export async function assigneeOf(db: Db, { userId }: Pick<PitchRow, 'userId'>): Promise<Assignee> {
  const [found] = await db.select(columns).from(account).where(eq(account.id, userId))
  if (!found) throw new Error(`account ${userId} is gone`)
  return found
}

/** Active accounts whose roles allow presenting, within a fence. */
const mayPresent = (fence: SQL | undefined): SQL | undefined =>
  and(
    fence,
    eq(account.state, 'active'),
    isNull(account.deletedAt),
    arrayOverlaps(account.roles, [...callers.pitchMakers]),
  )

/** Presenters of the pitch's organization except its owner. */
const mayTakeOver = (pitch: PitchRow): SQL | undefined =>
  and(mayPresent(eq(account.organisationId, pitch.organisationId)), ne(account.id, pitch.userId))

interface Search extends Paging {
  readonly name?: string | undefined
}

/**
 * Presenters to whom a pitch can be handed over, by name; its co-hosts and moderators have a part already (RULE-064).
 */
export const listAssignees = (db: Db, pitch: PitchRow, search: Search) =>
  list(db, and(mayTakeOver(pitch), notInArray(account.email, ['', ...pitch.coHosts, ...pitch.moderators])), search)

/** Presenters for whom the caller may plan a pitch: of the caller's organization, for a super admin of any. */
export const listPresenters = (db: Db, actor: Actor, search: Search) => list(db, mayPresent(fence(actor)), search)

/** One presenter, with their organization, if the caller may plan a pitch for them. */
export async function presenterAmong(db: Db, actor: Actor, accountId: string) {
  const [found] = await db
    .select({ ...columns, organisationId: account.organisationId })
    .from(account)
    .where(and(mayPresent(fence(actor)), eq(account.id, accountId)))
  return found
}

const fence = (actor: Actor) => within(actor, account.organisationId)

function list(
  db: Db,
  eligible: SQL | undefined,
  { name, ...paging }: Search,
): Promise<{ items: Assignee[]; total: number }> {
  const people = db
    .select(columns)
    .from(account)
    .where(and(eligible, contains(name, fullName, account.email)))
  return pageOf(db, people, paging, [sql`lower(${fullName})`, account.id])
}

/** One presenter, if the pitch can be handed over to them. */
export async function assigneeAmong(db: Db, pitch: PitchRow, accountId: string): Promise<Assignee | undefined> {
  const [found] = await db
    .select(columns)
    .from(account)
    .where(and(mayTakeOver(pitch), eq(account.id, accountId)))
  return found
}
