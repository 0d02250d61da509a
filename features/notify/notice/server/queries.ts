import { and, count, desc, eq, inArray, isNull, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { type Database, preparedOnce, type Transaction } from '#server/db/database.ts'
import { containsWords, type Paging } from '#server/lists.ts'
import { notice } from './tables.ts'

type Db = Database | Transaction
type AccountId = string | Placeholder
const accountOf = sql.placeholder('accountId')
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

const counted = (db: Db, where: SQL | undefined) =>
  sql<number>`(${db.select({ n: count() }).from(notice).where(where)})::int`

/** How many notices match, and how many of all are unread. */
const counts = (db: Db, accountId: AccountId, content?: string) => ({
  total: counted(db, matching(accountId, content)),
  unread: counted(db, and(own(accountId), isNull(notice.readAt))),
})

const pageOf = (db: Db, content?: string) =>
  db
    .select({
      id: notice.id,
      kind: notice.kind,
      params: notice.params,
      readAt: notice.readAt,
      createdAt: notice.createdAt,
      by: { firstname: account.firstname, lastname: account.lastname, headImage: account.headImage },
      ...counts(db, accountOf, content),
    })
    .from(notice)
    .leftJoin(account, eq(account.id, notice.byAccountId))
    .where(matching(accountOf, content))
    .orderBy(desc(notice.createdAt), desc(notice.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
// every open console asks for it every few seconds
const pageOfAll = preparedOnce(db => pageOf(db).prepare('list_notices'))

/**
 * One page of an account's notices, newest first, with the people who caused them; how many match, and how many of all are
 * unread.
 */
export async function listNotices(
  db: Db,
  accountId: string,
  { content, page, limit }: Paging & { content?: string | undefined },
) {
  const statement = content ? pageOf(db, content).prepare('') : pageOfAll(db)
  const rows = await statement.execute({ accountId, limit, offset: (page - 1) * limit })
  // an empty page has no row that says how many there are
  const [{ total, unread } = { total: 0, unread: 0 }] =
    rows.length > 0 ? rows : await db.select(counts(db, accountId, content)).from(sql`(select) as one`)
  return { rows, total, unread }
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

/** Removes what was deleted before one date, and what was read before another. Returns how many. */
export async function forgetNotices(db: Db, before: { deleted: Date; read: Date }): Promise<number> {
  const gone = await db
    .delete(notice)
    .where(or(lt(notice.deletedAt, before.deleted), lt(notice.readAt, before.read)))
    .returning({ id: notice.id })
  return gone.length
}

const own = (accountId: AccountId) => and(eq(notice.accountId, accountId), isNull(notice.deletedAt))

/** Every word of the search has to be somewhere in the notice, in whatever language. */
const matching = (accountId: AccountId, content?: string) => and(own(accountId), containsWords(content, notice.search))
