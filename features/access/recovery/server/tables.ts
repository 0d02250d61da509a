import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'

/** A link emailed to a person: kept as a hash, used once. */
export const accountLink = pgTable(
  'account_link',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['setPassword', 'resetPassword'] }).notNull(),
    tokenHash: text().notNull().unique(),
    /** The address that it was emailed to: when the person has another one by now, it leads nowhere. */
    sentTo: text().notNull(),
    /** Where the person came from: how, and the uuid of the pitch that they go back to. */
    flag: text({ enum: ['console', 'pitch'] })
      .notNull()
      .default('console'),
    pitchCode: text().notNull().default(''),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('account_link_account').on(t.accountId)],
)
