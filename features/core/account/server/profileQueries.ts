import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'
import { type AccountRow, type Db, isThere } from './queries.ts'
import { account, emailChange } from './tables.ts'

export type EmailChangeRow = typeof emailChange.$inferSelect

/** Somebody's own account with all that its profile shows. */
export async function findProfile(db: Db, id: string) {
  const [row] = await db
    .select({ person: account, organisationName: organisation.name, change: emailChange })
    .from(account)
    .innerJoin(organisation, eq(organisation.id, account.organisationId))
    .leftJoin(emailChange, and(eq(emailChange.accountId, account.id), isNull(emailChange.confirmedAt)))
    .where(eq(account.id, id))
  if (!row) throw new Error('an account is gone while it makes a call')
  return row
}

/** Somebody's own account, locked until the commit. */
export async function lockOwn(db: Transaction, id: string): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), isThere))
    .for('no key update')
  if (!row) throw new Error('an account is gone while it makes a call')
  return row
}

/** The hash of somebody's password as it is now, their account locked until the commit; undefined when it is gone. */
export async function lockPasswordHash(db: Transaction, id: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(and(eq(account.id, id), isThere))
    .for('no key update')
  return row?.passwordHash
}

/** The change of address that waits for its code. */
export async function waitingChange(db: Db, accountId: string): Promise<EmailChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(emailChange)
    .where(and(eq(emailChange.accountId, accountId), isNull(emailChange.confirmedAt)))
  return row
}

/** Forgets the change that waits; false when there is none. */
export async function forgetWaitingChange(db: Transaction, accountId: string): Promise<boolean> {
  const gone = await db
    .delete(emailChange)
    .where(and(eq(emailChange.accountId, accountId), isNull(emailChange.confirmedAt)))
    .returning({ id: emailChange.id })
  return gone.length > 0
}

export async function insertChange(db: Transaction, values: typeof emailChange.$inferInsert): Promise<void> {
  await db.insert(emailChange).values(values)
}

export async function updateChange(
  db: Transaction,
  id: string,
  values: Partial<typeof emailChange.$inferInsert>,
): Promise<void> {
  await db.update(emailChange).set(values).where(eq(emailChange.id, id))
}

/** The change that a link undoes, with its account, whether or not it still can. */
export async function changeOfLink(db: Db, undoHash: string) {
  const [row] = await db
    .select({ change: emailChange, person: account })
    .from(emailChange)
    .innerJoin(account, and(eq(account.id, emailChange.accountId), isThere))
    .where(eq(emailChange.undoHash, undoHash))
  return row
}

/** Takes the right to undo a change, once. The links of all later changes go with it: they were a thief's. */
export async function takeUndo(db: Transaction, change: EmailChangeRow, now: Date): Promise<boolean> {
  const taken = await db
    .update(emailChange)
    .set({ undoneAt: now })
    .where(and(eq(emailChange.id, change.id), isNull(emailChange.undoneAt), gt(emailChange.undoUntil, now)))
    .returning({ id: emailChange.id })
  if (taken.length === 0) return false
  const later = and(eq(emailChange.accountId, change.accountId), gt(emailChange.requestedAt, change.requestedAt))
  await db.update(emailChange).set({ undoneAt: now }).where(later)
  await forgetWaitingChange(db, change.accountId)
  return true
}

/** Whether an address is somebody else's. */
export async function isAddressTaken(db: Db, email: string, exceptId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.email, email), ne(account.id, exceptId)))
  return row !== undefined
}

/** Changes an e-mail address; undefined when it is somebody else's. */
export async function changeAddress(
  db: Transaction,
  id: string,
  email: string,
  now: Date,
): Promise<AccountRow | undefined> {
  try {
    return await db.transaction(async inner => {
      const set = { email, updatedAt: now }
      const [row] = await inner.update(account).set(set).where(eq(account.id, id)).returning()
      return row
    })
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code === '23505') return undefined
    throw error
  }
}

/** Writes an address or a user name; false when somebody was faster. */
export async function writeUnique(
  db: Transaction,
  id: string,
  values: Partial<Pick<typeof account.$inferInsert, 'email' | 'username' | 'emailConfirmedAt'>>,
  now: Date,
): Promise<boolean> {
  try {
    await db.transaction(async inner => {
      await inner
        .update(account)
        .set({ ...values, updatedAt: now })
        .where(eq(account.id, id))
    })
    return true
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code === '23505') return false
    throw error
  }
}
