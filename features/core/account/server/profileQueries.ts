import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { updateRow } from '#server/db/rows.ts'
import { uniquely } from '#server/db/uniquely.ts'
import { dropPicture, keepPicture } from '#server/pictures/pictures.ts'
import { type AccountRow, type Db, isThere, updateAccount } from './queries.ts'
import { account } from './tables.ts'

/** The caller's own account, locked until the commit. */
export async function lockOwn(db: Transaction, id: string): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), isThere))
    .for('no key update')
  if (!row) throw new Error('an account is gone while it makes a call')
  return row
}

/** The current hash of an account's password, the account locked until the commit; undefined when it is gone. */
export async function lockPasswordHash(db: Transaction, id: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(and(eq(account.id, id), isThere))
    .for('no key update')
  return row?.passwordHash
}

/** Whether an address belongs to another account. */
export async function isAddressTaken(db: Db, email: string, exceptId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.email, email), ne(account.id, exceptId)))
  return row !== undefined
}

/** Changes an email address; undefined when it belongs to another account. */
export const changeAddress = (db: Transaction, id: string, email: string, now: Date) =>
  uniquely(db, inner => updateRow(inner, account, id, { email, updatedAt: now }))

/** Writes an address or a username; false when another account was faster. */
export async function writeUnique(
  db: Transaction,
  id: string,
  values: Partial<Pick<typeof account.$inferInsert, 'email' | 'username' | 'emailConfirmedAt'>>,
  now: Date,
): Promise<boolean> {
  const set = { ...values, updatedAt: now }
  const written = await uniquely(db, inner => inner.update(account).set(set).where(eq(account.id, id)))
  return written !== undefined
}

/**
 * [ENT-043] Stores the provider's picture of a person: `key` is what `storePictureFrom` answered, before the
 * transaction. It is shown until they choose one themselves.
 */
export async function giveProviderPicture(db: Transaction, accountId: string, key: string, now: Date): Promise<void> {
  const { linkedinImage: before } = await lockOwn(db, accountId)
  await keepPicture(db, key)
  await dropPicture(db, before)
  await updateAccount(db, accountId, { linkedinImage: key }, now)
}
