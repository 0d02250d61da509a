import { and, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { containsWords, type Paging, rowsOf } from '#server/lists.ts'
import { notice } from './tables.ts'

type Db = Database | Transaction
export type NewNotice = typeof notice.$inferInsert

export async function insertNotices(db: Db, rows: readonly NewNotice[]): Promise<void> {
  if (rows.length > 0) await db.insert(notice).values([...rows])
}

/** Who of these people has a notice with the same to say and has neither read nor deleted it. */
export async function haveUnread(
  db: Db,
  accountIds: readonly string[],
  { kind, params }: Pick<NewNotice, 'kind'> & { params: unknown },
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .select({ id: notice.accountId })
    .from(notice)
    .where(
      and(
        inArray(notice.accountId, [...accountIds]),
        eq(notice.kind, kind),
        sql`${notice.params} = ${JSON.stringify(params)}::jsonb`,
        isNull(notice.readAt),
        isNull(notice.deletedAt),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** One page of an account's notices, newest first, with the people who caused them. */
export function listNotices(
  db: Db,
  accountId: string,
  { content, ...paging }: Paging & { content?: string | undefined },
) {
  const notices = db
    .select({
      notice,
      by: { firstname: account.firstname, lastname: account.lastname, headImage: account.headImage },
    })
    .from(notice)
    .leftJoin(account, eq(account.id, notice.byAccountId))
    .where(matching(accountId, content))
  return rowsOf(notices, paging, [desc(notice.createdAt), desc(notice.id)])
}

/** How many notices match, and how many of all are unread. */
export async function countNotices(db: Db, accountId: string, content?: string) {
  const unread = and(own(accountId), isNull(notice.readAt))
  const [row] = await db
    .select({ total: count(), unread: sql<number>`(${db.select({ n: count() }).from(notice).where(unread)})::int` })
    .from(notice)
    .where(matching(accountId, content))
  return { total: row?.total ?? 0, unread: row?.unread ?? 0 }
}

/** Marks one as read, or all of them. False when there is none of that id. */
export async function markRead(db: Db, accountId: string, now: Date, id?: string): Promise<boolean> {
  const is = id === undefined ? isNull(notice.readAt) : eq(notice.id, id)
  const marked = await db
    .update(notice)
    .set({ readAt: sql`coalesce(${notice.readAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(own(accountId), is))
    .returning({ id: notice.id })
  return marked.length > 0
}

/** Deletes one, or takes that back. False when there is none of that id to delete or to take back. */
export async function setDeleted(db: Db, accountId: string, id: string, deletedAt: Date | null): Promise<boolean> {
  const is = and(eq(notice.accountId, accountId), eq(notice.id, id))
  const before = deletedAt ? isNull(notice.deletedAt) : sql`${notice.deletedAt} is not null`
  const done = await db.update(notice).set({ deletedAt }).where(and(is, before)).returning({ id: notice.id })
  return done.length === 1
}

/** Removes what was deleted before one date, and what was read before another. Answers how many. */
export async function forgetNotices(db: Db, before: { deleted: Date; read: Date }): Promise<number> {
  const gone = await db
    .delete(notice)
    .where(or(lt(notice.deletedAt, before.deleted), lt(notice.readAt, before.read)))
    .returning({ id: notice.id })
  return gone.length
}

const own = (accountId: string) => and(eq(notice.accountId, accountId), isNull(notice.deletedAt))

/** Every word of the search has to be somewhere in the notice, in whatever language. */
const matching = (accountId: string, content?: string) => and(own(accountId), containsWords(content, notice.search))
