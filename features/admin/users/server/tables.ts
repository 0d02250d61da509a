import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sheetFormats } from '#contract/fields.ts'
import { type BulkDetail, bulkActs, type UserSelection } from '#features/admin/users/rules.ts'
import { account } from '#features/core/account/server/tables.ts'

/** A user who was skipped by an act on many users, and why. */
export interface TaskFailure {
  user_id: string
  name: string
  code: string
}

/** An act on more users than one request can wait for, and its progress. */
export const userTask = pgTable(
  'user_task',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The caller, in whose name it is done. */
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    act: text({ enum: bulkActs }).notNull(),
    /** The parameters of the act besides the users. */
    detail: jsonb().$type<BulkDetail>().notNull().default({}),
    userIds: uuid().array().notNull(),
    done: integer().notNull().default(0),
    failures: jsonb().$type<TaskFailure[]>().notNull().default([]),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
  },
  t => [index('user_task_account').on(t.accountId, t.createdAt)],
)

/** A link to a list of users as a file, valid for a few minutes and for the caller who requested it. */
export const userExport = pgTable('user_export', {
  tokenHash: text().primaryKey(),
  accountId: uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' }),
  format: text({ enum: sheetFormats }).notNull(),
  selection: jsonb().$type<UserSelection>().notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
