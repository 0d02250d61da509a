import { bigint, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'

/** What an investor commits to a pitch: once, in minor units of its currency. */
export const commitment = pgTable(
  'commitment',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id),
    organisationId: ofOrganisation(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    amountMinor: bigint({ mode: 'bigint' }).notNull(),
    currency: text().notNull(),
    initials: text().notNull(),
    ip: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('commitment_once').on(t.pitchId, t.accountId)],
)
