import { and, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { updateRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, pageOf, within } from '#server/lists.ts'
import type { suppressionCalls } from '../contract.ts'
import { RESTORABLE_DAYS } from '../rules.ts'
import type { SuppressionRow } from './suppressing.ts'
import { suppression, suppressionSeen } from './tables.ts'

type Db = Database | Transaction

const restorableFrom = (): Date => new Date(rightTime() - RESTORABLE_DAYS * 86_400_000)

/** The entries that an admin may know of: the own organization's, and those that its own mail has met. */
const visibleTo = (db: Db, actor: Actor): SQL | undefined => {
  if (actor.roles.includes('superadmin')) return undefined
  const met = db
    .select({ id: suppressionSeen.suppressionId })
    .from(suppressionSeen)
    .where(within(actor, suppressionSeen.organisationId))
  return or(within(actor, suppression.organisationId), inArray(suppression.id, met))
}

/** A page of one list. Of what holds everywhere an organization learns what its own mail met. */
export async function listSuppressions(db: Db, actor: Actor, asked: Input<typeof suppressionCalls.getSuppressionList>) {
  const { kind, content, sort, ...paging } = asked
  const crosses = actor.roles.includes('superadmin')
  const own = and(
    eq(suppressionSeen.suppressionId, suppression.id),
    crosses ? sql`false` : eq(suppressionSeen.organisationId, actor.organisationId),
  )
  const createdAt = sql<Date>`coalesce(${suppressionSeen.createdAt}, ${suppression.createdAt})`
  const rows = db
    .select({
      row: suppression,
      org_name: sql<string>`coalesce(${organisation.name}, '')`,
      added_by: sql<string>`coalesce(${fullNameOf(account)}, '')`,
      createdAt: createdAt.mapWith(suppression.createdAt).as('met_at'),
      detail: sql<string>`coalesce(${suppressionSeen.detail}, ${suppression.detail})`.as('met_detail'),
    })
    .from(suppression)
    .leftJoin(organisation, eq(organisation.id, suppression.organisationId))
    .leftJoin(account, eq(account.id, suppression.createdBy))
    .leftJoin(suppressionSeen, own)
    .where(
      and(
        eq(suppression.kind, kind),
        isNull(suppression.deletedAt),
        or(
          isNull(suppression.expiresAt),
          sql`${suppression.expiresAt} > ${new Date(rightTime()).toISOString()}::timestamptz`,
        ),
        visibleTo(db, actor),
        contains(content, suppression.address),
      ),
    )
  const sorts = { created_on: { ordered: createdAt }, address: suppression.address } as const
  return pageOf(db, rows, paging, [sorts[sort], suppression.id])
}

/** An entry that an admin may know of, locked until the commit. */
async function lockEntry(db: Transaction, actor: Actor, id: string, only: SQL): Promise<SuppressionRow | undefined> {
  const [row] = await db
    .select()
    .from(suppression)
    .where(and(eq(suppression.id, id), visibleTo(db, actor), only))
    .for('no key update')
  return row
}

export const lockSuppression = (db: Transaction, actor: Actor, id: string) =>
  lockEntry(db, actor, id, isNull(suppression.deletedAt))
export const lockRemoved = (db: Transaction, actor: Actor, id: string) =>
  lockEntry(db, actor, id, gt(suppression.deletedAt, restorableFrom()))

export const setRemoved = (db: Transaction, id: string, deletedAt: Date | null) =>
  updateRow(db, suppression, id, { deletedAt })

/** Removes permanently what was taken off, or has ended by itself, long enough ago. */
export async function forgetSuppressions(db: Db): Promise<void> {
  const before = restorableFrom()
  await db
    .delete(suppression)
    .where(
      or(
        and(isNotNull(suppression.deletedAt), lt(suppression.deletedAt, before)),
        and(isNotNull(suppression.expiresAt), lt(suppression.expiresAt, before)),
      ),
    )
}

/** The addresses of entries by their ids. */
export async function suppressedAddresses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: suppression.id, address: suppression.address })
    .from(suppression)
    .where(inArray(suppression.id, [...ids]))
  return new Map(rows.flatMap(({ id, address }) => (address ? [[id, address] as const] : [])))
}
