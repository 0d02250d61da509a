import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'

/** Something that happened, for one person. The words are made when it is read, in the language that they have then. */
export const notice = pgTable(
  'notice',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    params: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    /** Who made it happen. */
    byAccountId: uuid().references(() => account.id, { onDelete: 'set null' }),
    /** Lower case: its words in every language, for the search. */
    search: text().notNull(),
    readAt: timestamp({ withTimezone: true }),
    deletedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    // Everyone asks for their first page every few seconds: both answers come out of an index.
    index('notice_account_created').on(t.accountId, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
    // Finds the notices that an account caused, when it is deleted permanently.
    index('notice_by').on(t.byAccountId).where(sql`${t.byAccountId} is not null`),
    index('notice_unread').on(t.accountId).where(sql`${t.readAt} is null and ${t.deletedAt} is null`),
  ],
)
