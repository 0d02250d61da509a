import { and } from 'drizzle-orm'
import type { Actor } from '#server/frame.ts'
import { containsWords } from '#server/lists.ts'
import { type Db, fence, isThere } from './queries.ts'
import { account } from './tables.ts'

/** The ids of people within the fence whose name, address, user name or company has every word of a search. */
export async function findAccountIds(db: Db, actor: Actor, search: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(isThere, fence(actor), containsWords(search, account.search)))
    .limit(limit)
  return rows.map(({ id }) => id)
}
