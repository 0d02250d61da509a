import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { BulkAct, BulkDetail, UserSelection } from '#features/core/account/userRules.ts'
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

/** Somebody as they were called and reached until now. */
export interface Forgotten {
  readonly id: string
  readonly organisationId: string
  /** Lower case. */
  readonly email: string
  readonly username: string | null
  /** Addresses and numbers to which anything was ever sent, as far as they are known. */
  readonly recipients: readonly string[]
}

/** What stands where somebody's address was. */
export const forgottenAddress = (id: string): string => `deleted-${id}@deleted.invalid`

/**
 * Removes for good what the account knows of somebody who was deleted before an instant, and answers what that was, for
 * whatever else holds it; undefined when they were not, or are back. Their address is free from then on.
 */
export async function forgetPerson(db: Transaction, id: string, before: Date): Promise<Forgotten | undefined> {
  const [gone] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, id), lte(account.deletedAt, before)))
    .for('no key update')
  if (!gone) return undefined
  await db
    .update(account)
    .set({ ...nobody, email: forgottenAddress(id) })
    .where(eq(account.id, id))
  await dropPicture(db, gone.headImage)
  await dropPicture(db, gone.linkedinImage)
  const changes = await db.delete(emailChange).where(eq(emailChange.accountId, id)).returning()
  await db.delete(accountTag).where(eq(accountTag.accountId, id))
  const links = await db.delete(accountLink).where(eq(accountLink.accountId, id)).returning()
  const { organisationId, email, username, mobile } = gone
  const sentTo = [...changes.flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail]), ...links.map(one => one.sentTo)]
  return {
    id,
    organisationId,
    email,
    username,
    recipients: [...new Set([email, ...(mobile ? [mobile] : []), ...sentTo])],
  }
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
