import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { BulkAct, BulkDetail, UserSelection } from '#features/account/userRules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { dropPicture } from '#server/pictures/pictures.ts'
import type { AccountRow, Db } from './queries.ts'
import { account, accountLink, accountTag, emailChange, type TaskFailure, userExport, userTask } from './tables.ts'

export type TaskRow = typeof userTask.$inferSelect
export type ExportRow = typeof userExport.$inferSelect

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

/** Ends the links that somebody was mailed and has not used. */
export async function endLinks(db: Db, accountId: string, now: Date): Promise<void> {
  const open = and(eq(accountLink.accountId, accountId), isNull(accountLink.usedAt), gt(accountLink.expiresAt, now))
  await db.update(accountLink).set({ expiresAt: now }).where(open)
}

/** What an account is like of which nothing but what others need is left: its pitches, chats and commitments stay. */
const nobody = {
  ...{ username: null, firstname: '', lastname: '', companyName: '', position: '', location: '' },
  ...{ mobile: null, mobileVerifiedAt: null, headImage: null, linkedinImage: null, linkedinProfileUrl: null },
  ...{ preferredTimezone: null, status: 'online' as const, passwordHash: null, emailConfirmedAt: null, config: {} },
  state: 'disabled' as const,
}

/**
 * Removes for good what is known of somebody who was deleted before an instant; false when they were not, or are back.
 * Their address is free from then on.
 */
export async function forgetPerson(db: Transaction, id: string, before: Date): Promise<boolean> {
  const [gone] = await db
    .select({ headImage: account.headImage, linkedinImage: account.linkedinImage })
    .from(account)
    .where(and(eq(account.id, id), lte(account.deletedAt, before)))
    .for('no key update')
  if (!gone) return false
  await db
    .update(account)
    .set({ ...nobody, email: `deleted-${id}@deleted.invalid` })
    .where(eq(account.id, id))
  await dropPicture(db, gone.headImage)
  await dropPicture(db, gone.linkedinImage)
  await db.delete(emailChange).where(eq(emailChange.accountId, id))
  await db.delete(accountTag).where(eq(accountTag.accountId, id))
  await db.delete(accountLink).where(eq(accountLink.accountId, id))
  return true
}

/** Names of people for what could not be done to them. */
export async function namesFor(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: account.id, firstname: account.firstname, lastname: account.lastname, email: account.email })
    .from(account)
    .where(inArray(account.id, [...ids]))
  return new Map(rows.map(row => [row.id, `${row.firstname} ${row.lastname}`.trim() || row.email]))
}

export async function insertTask(
  db: Db,
  task: { accountId: string; act: BulkAct; detail: BulkDetail; userIds: string[]; createdAt: Date },
): Promise<TaskRow> {
  const [row] = await db.insert(userTask).values(task).returning()
  if (!row) throw new Error('a task was not written')
  return row
}

/** Somebody's own task. */
export async function findTask(db: Db, id: string, accountId: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(userTask)
    .where(and(eq(userTask.id, id), eq(userTask.accountId, accountId)))
  return row
}

/** A task that has not ended, for whoever works at it; held until the commit, so that no two do the same. */
export async function lockTask(db: Transaction, id: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(userTask)
    .where(and(eq(userTask.id, id), isNull(userTask.endedAt)))
    .for('no key update')
  return row
}

/** Notes how far a task has come, and ends it when it is through. */
export async function noteProgress(
  db: Db,
  id: string,
  { done, failures, endedAt }: { done: number; failures: TaskFailure[]; endedAt: Date | null },
): Promise<void> {
  await db
    .update(userTask)
    .set({ done, endedAt, failures: sql`${JSON.stringify(failures)}::jsonb` })
    .where(eq(userTask.id, id))
}

export async function insertExport(db: Db, asked: ExportRow): Promise<void> {
  await db.insert(userExport).values(asked)
}

/** What an address leads to, for who asked for it. */
export async function findExport(
  db: Database,
  tokenHash: string,
  accountId: string,
  now: Date,
): Promise<{ format: ExportRow['format']; selection: UserSelection } | undefined> {
  const [row] = await db
    .select()
    .from(userExport)
    .where(and(eq(userExport.tokenHash, tokenHash), eq(userExport.accountId, accountId), gt(userExport.expiresAt, now)))
    .orderBy(desc(userExport.expiresAt))
  return row
}

/** Deletes addresses that lead nowhere any more, and tasks that nobody looks at any more. */
export async function forgetTasks(db: Db, now: Date, tasksBefore: Date): Promise<void> {
  await db.delete(userExport).where(lte(userExport.expiresAt, now))
  await db.delete(userTask).where(lt(userTask.createdAt, tasksBefore))
}
