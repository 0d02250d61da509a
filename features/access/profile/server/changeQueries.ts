import { and, eq, gt, isNull } from 'drizzle-orm'
import { type Db, isThere } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'
import { emailChange } from './tables.ts'

export type EmailChangeRow = typeof emailChange.$inferSelect

/** An account with all that its profile shows. */
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

/** Removes the addresses that an account ever changed to or from, and returns them. */
export async function purgeChanges(db: Transaction, accountId: string): Promise<string[]> {
  const changes = await db.delete(emailChange).where(eq(emailChange.accountId, accountId)).returning()
  return changes.flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail])
}
