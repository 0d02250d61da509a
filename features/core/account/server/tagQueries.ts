import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import type { Actor } from '#server/frame.ts'
import { contains, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import type { AccountRow, Db } from './queries.ts'
import { account } from './tables.ts'
import { accountTag, userTag } from './tagTables.ts'

export type TagRow = typeof userTag.$inferSelect

/** Writes a tag; undefined when the organization has one of that name, regardless of case. */
export const insertTag = (db: Transaction, tag: typeof userTag.$inferInsert) =>
  uniquely(db, inner => insertRow(inner, userTag, tag))

export async function countTags(db: Db, organisationId: string): Promise<number> {
  const [all] = await db.select({ tags: count() }).from(userTag).where(eq(userTag.organisationId, organisationId))
  return all?.tags ?? 0
}

/** A tag within the actor's fence, locked until the commit. */
export const lockTag = (db: Transaction, actor: Actor, id: string) => lockWithin(db, actor, userTag, id)

/** Renames or colors a tag; undefined when another one of the organization has the name. */
export const updateTag = (db: Transaction, id: string, values: Pick<TagRow, 'name' | 'colour'>) =>
  uniquely(db, inner => updateRow(inner, userTag, id, values))

export async function deleteTag(db: Db, id: string): Promise<void> {
  await db.delete(userTag).where(eq(userTag.id, id))
}

/** The tags of an organization, or all that a super admin sees, by name; each with the number of its users. */
export async function listTags(
  db: Db,
  actor: Actor,
  filter: { org_id?: string | undefined; name?: string | undefined },
) {
  return db
    .select({ tag: userTag, people: count(account.id) })
    .from(userTag)
    .leftJoin(accountTag, eq(accountTag.tagId, userTag.id))
    .leftJoin(account, and(eq(account.id, accountTag.accountId), isNull(account.deletedAt)))
    .where(and(within(actor, userTag.organisationId, filter.org_id), contains(filter.name, userTag.name)))
    .groupBy(userTag.id)
    .orderBy(sql`lower(${userTag.name})`, userTag.id)
    .limit(1000)
}

const ofHome = (person: AccountRow, tagIds: readonly string[]) =>
  and(inArray(userTag.id, [...tagIds]), eq(userTag.organisationId, person.organisationId))

/** Tags a user of the same organization; false when there is no such tag. */
export async function putTag(db: Db, person: AccountRow, tagId: string): Promise<boolean> {
  const [tag] = await db
    .select({ id: userTag.id })
    .from(userTag)
    .where(ofHome(person, [tagId]))
    .for('share')
  if (tag) await db.insert(accountTag).values({ accountId: person.id, tagId }).onConflictDoNothing()
  return tag !== undefined
}

/** Removes a tag from a user; false when there is no such tag. */
export async function takeTag(db: Db, person: AccountRow, tagId: string): Promise<boolean> {
  const [tag] = await db
    .select({ id: userTag.id })
    .from(userTag)
    .where(ofHome(person, [tagId]))
  const is = and(eq(accountTag.accountId, person.id), eq(accountTag.tagId, tagId))
  if (tag) await db.delete(accountTag).where(is)
  return tag !== undefined
}

/** Replaces the tags of a user; false when one of them is not of their organization. */
export async function setTags(db: Db, person: AccountRow, tagIds: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(tagIds)]
  const found = wanted.length
    ? await db.select({ id: userTag.id }).from(userTag).where(ofHome(person, wanted)).for('share')
    : []
  if (found.length !== wanted.length) return false
  await db.delete(accountTag).where(eq(accountTag.accountId, person.id))
  if (wanted.length) await db.insert(accountTag).values(wanted.map(tagId => ({ accountId: person.id, tagId })))
  return true
}

/** Removes every tag of a user whose data are erased. */
export async function purgeTags(db: Transaction, accountId: string): Promise<void> {
  await db.delete(accountTag).where(eq(accountTag.accountId, accountId))
}
