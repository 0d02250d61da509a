import { and, count, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import { account } from '#features/core/account/server/tables.ts'
import { userTag } from '#features/core/account/server/tagTables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Dynamic, listCalls } from '#features/planning/list/contract.ts'
import { RESTORABLE_DAYS } from '#features/planning/list/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, pageOf, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { contactList, contactListMember } from './tables.ts'

type Db = Database | Transaction
export type ListRow = typeof contactList.$inferSelect
/** A person who reads or uses lists. */
export type Reader = Pick<Actor, 'accountId' | 'organisationId' | 'roles'>

/** The lists that a person may read: their own, and the shared ones within the fence. */
const readable = (reader: Reader, organisationId?: string): SQL | undefined =>
  and(
    within(reader, contactList.organisationId, organisationId),
    or(contactList.shared, eq(contactList.ownerId, reader.accountId)),
  )

/** Whether a person may change a list that they may read: the owner, and admins if it is shared. */
export const mayChange = (reader: Reader, { ownerId, shared }: Pick<ListRow, 'ownerId' | 'shared'>): boolean =>
  ownerId === reader.accountId || (shared && (reader.roles.includes('admin') || reader.roles.includes('superadmin')))

const restorableFrom = (): Date => new Date(rightTime() - RESTORABLE_DAYS * 86_400_000)

const sorts = {
  name: ordered(sql`lower(${contactList.name})`),
  created_on: contactList.createdAt,
  updated_on: contactList.updatedAt,
} as const

const shown = {
  list: contactList,
  org_name: organisation.name,
  owner_name: sql<string>`coalesce(nullif(${fullNameOf(account)}, ''), ${account.email}, '')`,
}

const joined = (db: Db) =>
  db
    .select(shown)
    .from(contactList)
    .innerJoin(organisation, eq(organisation.id, contactList.organisationId))
    .leftJoin(account, and(eq(account.id, contactList.ownerId), isNull(account.deletedAt)))

/** A page of the lists that a person may read. */
export function listLists(db: Db, reader: Reader, asked: Input<typeof listCalls.getListList>) {
  const { name, list_type, shared, deleted, org_id, sort, ...paging } = asked
  const isAdmin = reader.roles.includes('admin') || reader.roles.includes('superadmin')
  const own = eq(contactList.ownerId, reader.accountId)
  const mine = isAdmin ? or(contactList.shared, own) : own
  const lists = joined(db).where(
    and(
      readable(reader, org_id),
      deleted ? and(gt(contactList.deletedAt, restorableFrom()), mine) : isNull(contactList.deletedAt),
      contains(name, contactList.name, contactList.description),
      list_type && eq(contactList.type, list_type),
      shared === undefined ? undefined : eq(contactList.shared, shared),
    ),
  )
  return pageOf(db, lists, paging, [sorts[sort], contactList.id])
}

/** A list that a person may read, with the names of its owner and organization. */
export async function findList(db: Db, reader: Reader, id: string) {
  const [row] = await joined(db).where(and(eq(contactList.id, id), readable(reader), isNull(contactList.deletedAt)))
  return row
}

/**
 * The lists of these ids that a person may use for an organization. With `held` they stay as they are until the commit:
 * a list that is unshared meanwhile counts either wholly or not at all.
 */
export async function usableLists(
  db: Db,
  reader: Reader,
  organisationId: string,
  ids: readonly string[],
  held: boolean,
): Promise<ListRow[]> {
  const is = sql`${contactList.id} = any(${sql.param([...ids])}::uuid[])`
  const ofOne = eq(contactList.organisationId, organisationId)
  const lists = db
    .select()
    .from(contactList)
    .where(and(is, ofOne, readable(reader), isNull(contactList.deletedAt)))
    .orderBy(contactList.id)
  return held ? lists.for('share') : lists
}

/** A list that a person may read, locked until the commit. */
export const lockList = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, contactList, id, and(readable(actor), isNull(contactList.deletedAt)))

/** A deleted list that can still be restored, locked until the commit. */
export const lockDeletedList = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, contactList, id, and(readable(actor), gt(contactList.deletedAt, restorableFrom())))

/** Writes a list; undefined when its owner has another one of that name, regardless of case. */
export const insertList = (db: Transaction, values: typeof contactList.$inferInsert) =>
  uniquely(db, inner => insertRow(inner, contactList, values))

/** Changes a list that is locked; undefined when its owner has another one of the name. */
export const changeList = (db: Transaction, id: string, values: Partial<typeof contactList.$inferInsert>) =>
  uniquely(db, inner => updateRow(inner, contactList, id, values))

/** How many lists a person owns, deleted ones included. */
export async function countOwned(db: Db, ownerId: string): Promise<number> {
  const [all] = await db.select({ lists: count() }).from(contactList).where(eq(contactList.ownerId, ownerId))
  return all?.lists ?? 0
}

/** Whether the tag of a filter is the organization's. */
export async function hasTag(db: Db, organisationId: string, { tag_id }: Dynamic): Promise<boolean> {
  if (tag_id === undefined) return true
  const is = and(eq(userTag.id, tag_id), eq(userTag.organisationId, organisationId))
  return (await db.select({ id: userTag.id }).from(userTag).where(is)).length > 0
}

/** Removes a list permanently that was deleted long enough ago. */
export async function removeList(db: Db, id: string): Promise<void> {
  await db.delete(contactList).where(and(eq(contactList.id, id), lte(contactList.deletedAt, restorableFrom())))
}

/**
 * Removes a deleted person from all lists, by their account and by their address, and the lists that were theirs alone.
 * Lists that they shared stay, and are managed by the admins.
 */
export async function purgeLists(
  db: Transaction,
  { id, email, organisationId }: { readonly id: string; readonly email: string; readonly organisationId: string },
): Promise<void> {
  const byAddress = and(eq(contactListMember.email, email), eq(contactListMember.organisationId, organisationId))
  await db.delete(contactListMember).where(or(eq(contactListMember.accountId, id), byAddress))
  const own = eq(contactList.ownerId, id)
  await db.delete(contactList).where(and(own, or(eq(contactList.shared, false), isNotNull(contactList.deletedAt))))
  await db.update(contactList).set({ ownerId: null }).where(own)
}
