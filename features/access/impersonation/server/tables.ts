import { index, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

/** The right of one account to act for another of the same organization. */
export const accountAccess = pgTable(
  'account_access',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The fence: both accounts belong to it. */
    organisationId: ofOrganisation(),
    /** Who may act. */
    userId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** For whom. */
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    grantedBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('account_access_unique').on(t.userId, t.accountId),
    index('account_access_account').on(t.accountId),
    index('account_access_organisation').on(t.organisationId, t.createdAt, t.id),
  ],
)
