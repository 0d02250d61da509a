import { bigint, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'

/** A pitch that a person has put aside before its start. */
export const notInterested = pgTable(
  'not_interested',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.pitchId, t.accountId] }), index('not_interested_account').on(t.accountId)],
)
