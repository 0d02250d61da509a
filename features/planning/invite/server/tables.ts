import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { attendee } from '#features/core/part/server/tables.ts'

/** The link in an invitation; each mail has its own, all of an attendee's are switched off together. */
export const joinLink = pgTable(
  'join_link',
  {
    id: uuid().primaryKey().defaultRandom(),
    attendeeId: uuid()
      .notNull()
      .references(() => attendee.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('join_link_attendee').on(t.attendeeId)],
)
