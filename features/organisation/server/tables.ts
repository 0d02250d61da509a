import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Everything that belongs to an organisation carries its id and is read and written through that fence. */
export const organisation = pgTable('organisation', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** The e-mail domain of its people, when it has one of its own. */
  domain: text().unique(),
  companyUsersLimit: integer(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
