import { bigint, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { feedbackChoices, sessionRatings } from '#features/results/feedback/rules.ts'

/** What an attendee thinks of a pitch; sending it again replaces it. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    choice: text({ enum: feedbackChoices }).notNull(),
    note: text().notNull().default(''),
    contact: text().notNull().default(''),
    ip: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('feedback_once').on(t.pitchId, t.accountId)],
)

/** How a participant found the session itself: sound, picture, handling. Sending it again replaces it. */
export const sessionRating = pgTable(
  'session_rating',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    rating: text({ enum: sessionRatings }).notNull(),
    note: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('session_rating_once').on(t.pitchId, t.accountId)],
)
