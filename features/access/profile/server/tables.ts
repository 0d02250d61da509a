import { isNull } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'

/**
 * A person's request to change their email address. Nothing changes until they prove the new one; for a week afterwards
 * the reader of the old address can undo it.
 */
export const emailChange = pgTable(
  'email_change',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    confirmedAt: timestamp({ withTimezone: true }),
    undoHash: text().unique(),
    undoUntil: timestamp({ withTimezone: true }),
    undoneAt: timestamp({ withTimezone: true }),
  },
  // One wish at a time.
  t => [
    uniqueIndex('email_change_waiting').on(t.accountId).where(isNull(t.confirmedAt)),
    index('email_change_account').on(t.accountId),
  ],
)
