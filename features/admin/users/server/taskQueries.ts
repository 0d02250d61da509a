import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { BulkAct, BulkDetail, UserSelection } from '#features/admin/users/rules.ts'
import type { Db } from '#features/core/account/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertRow } from '#server/db/rows.ts'
import { type TaskFailure, userExport, userTask } from './tables.ts'

export type TaskRow = typeof userTask.$inferSelect
export type ExportRow = typeof userExport.$inferSelect

export const insertTask = (
  db: Db,
  task: { accountId: string; act: BulkAct; detail: BulkDetail; userIds: string[]; createdAt: Date },
) => insertRow(db, userTask, task)

/** A caller's own task. */
export async function findTask(db: Db, id: string, accountId: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(userTask)
    .where(and(eq(userTask.id, id), eq(userTask.accountId, accountId)))
  return row
}

/** A task that has not ended, locked until the commit, so that two workers do not run it at once. */
export async function lockTask(db: Transaction, id: string): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(userTask)
    .where(and(eq(userTask.id, id), isNull(userTask.endedAt)))
    .for('no key update')
  return row
}

/** Stores the progress of a task, and ends it when it is complete. */
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

export async function insertExport(db: Db, row: ExportRow): Promise<void> {
  await db.insert(userExport).values(row)
}

/** The export of a link, for the caller who requested it. */
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

/** Deletes expired links, and tasks whose outcome is no longer shown. */
export async function forgetTasks(db: Db, now: Date, tasksBefore: Date): Promise<void> {
  await db.delete(userExport).where(lte(userExport.expiresAt, now))
  await db.delete(userTask).where(lt(userTask.createdAt, tasksBefore))
}
