import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { tagColours } from '#features/core/account/match.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { account } from './tables.ts'

/** A tag by which an organization groups its users. */
export const userTag = pgTable(
  'user_tag',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    name: text().notNull(),
    colour: text({ enum: tagColours }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('user_tag_name').on(t.organisationId, sql`lower(${t.name})`)],
)

export const accountTag = pgTable(
  'account_tag',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    tagId: uuid()
      .notNull()
      .references(() => userTag.id, { onDelete: 'cascade' }),
  },
  t => [primaryKey({ columns: [t.accountId, t.tagId] }), index('account_tag_tag').on(t.tagId)],
)
