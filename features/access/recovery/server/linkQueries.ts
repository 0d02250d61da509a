import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import { accountLink } from './tables.ts'

export type LinkRow = typeof accountLink.$inferSelect

/** Writes a link, of which only the hash is kept; the person's earlier links end. */
export async function replaceLinks(db: Transaction, link: typeof accountLink.$inferInsert, now: Date): Promise<string> {
  await db
    .update(accountLink)
    .set({ expiresAt: now })
    .where(and(eq(accountLink.accountId, link.accountId), isNull(accountLink.usedAt)))
  return (await insertRow(db, accountLink, link)).id
}

/** Ends an account's unused links. */
export async function endLinks(db: Db, accountId: string, now: Date): Promise<void> {
  const open = and(eq(accountLink.accountId, accountId), isNull(accountLink.usedAt), gt(accountLink.expiresAt, now))
  await db.update(accountLink).set({ expiresAt: now }).where(open)
}

/** A link with its account, used and expired ones included. */
export async function findLink(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ link: accountLink, account })
    .from(accountLink)
    .innerJoin(account, eq(account.id, accountLink.accountId))
    .where(eq(accountLink.tokenHash, tokenHash))
  return row
}

/** Uses a link up. Only one of two racing requests gets true. */
export async function takeLink(db: Transaction, id: string, now: Date): Promise<boolean> {
  const used = await db
    .update(accountLink)
    .set({ usedAt: now })
    .where(and(eq(accountLink.id, id), isNull(accountLink.usedAt)))
    .returning({ id: accountLink.id })
  return used.length === 1
}

/** Removes all links that an account was ever emailed, and answers the addresses that they went to. */
export async function purgeLinks(db: Transaction, accountId: string): Promise<string[]> {
  const links = await db.delete(accountLink).where(eq(accountLink.accountId, accountId)).returning()
  return links.map(({ sentTo }) => sentTo)
}
