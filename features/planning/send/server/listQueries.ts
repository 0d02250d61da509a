import { and, count, eq, inArray, notInArray } from 'drizzle-orm'
import { roles as known, type Role } from '#contract/call.ts'
import { isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import type { Reader } from '#features/planning/list/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SendRow } from './queries.ts'
import { scheduledList } from './tables.ts'

type Db = Database | Transaction
const isRole = (role: string): role is Role => (known as readonly string[]).includes(role)

/** Sets the lists of a send. A list that it already has keeps the person who chose it. */
export async function replaceLists(
  db: Transaction,
  { id: sendId, organisationId }: SendRow,
  listIds: readonly string[],
  chosenBy: string,
): Promise<void> {
  const ids = [...new Set(listIds)]
  await db.delete(scheduledList).where(and(eq(scheduledList.sendId, sendId), notInArray(scheduledList.listId, ids)))
  const rows = ids.map(listId => ({ sendId, organisationId, listId, chosenBy }))
  if (rows.length > 0) await db.insert(scheduledList).values(rows).onConflictDoNothing()
}

/** The lists of a send, and with whose rights they are read. */
export const listsOf = (db: Db, sendId: string) =>
  db
    .select({ listId: scheduledList.listId, chosenBy: scheduledList.chosenBy })
    .from(scheduledList)
    .where(eq(scheduledList.sendId, sendId))
    .orderBy(scheduledList.listId)

export const countLists = (db: Db, sendId: string): Promise<number> =>
  db.$count(scheduledList, eq(scheduledList.sendId, sendId))

/** How many lists each of these sends has. */
export async function listCounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: scheduledList.sendId, total: count() })
    .from(scheduledList)
    .where(inArray(scheduledList.sendId, [...ids]))
    .groupBy(scheduledList.sendId)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** The accounts of the people who chose the lists, if they are still permitted to. */
export async function choosersAmong(db: Db, ids: readonly string[]): Promise<Reader[]> {
  const { organisationId, roles } = account
  const rows = await db
    .select({ accountId: account.id, organisationId, roles })
    .from(account)
    .where(and(inArray(account.id, [...ids]), isThere, eq(account.state, 'active'), withinTerm(rightNow())))
  return rows.map(row => ({ ...row, roles: row.roles.filter(isRole) }))
}

export async function removeLists(db: Transaction, sendId: string): Promise<void> {
  await db.delete(scheduledList).where(eq(scheduledList.sendId, sendId))
}
