import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendeeAnswers } from '../rules.ts'

/** A person who may attend a pitch, by invitation or by having joined a public one. */
export const attendee = pgTable(
  'attendee',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    /** The pitch's organization, which need not be the person's own. */
    organisationId: ofOrganisation(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** As the inviter wrote them; the address in lower case. */
    email: text().notNull(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    language: text({ enum: ['en', 'zh-Hans', 'zh-Hant'] })
      .notNull()
      .default('en'),
    /** The invitation that was emailed last. */
    mailId: uuid(),
    /** Null for a person who walked into a public pitch, and for an account that is disabled. */
    invitedAt: timestamp({ withTimezone: true }),
    disabledAt: timestamp({ withTimezone: true }),
    /** Removed from the live room by a host. */
    removedAt: timestamp({ withTimezone: true }),
    /** Who did that. */
    removedBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    firstJoinedAt: timestamp({ withTimezone: true }),
    /** Whether they come, as they have answered their invitation. */
    answer: text({ enum: attendeeAnswers }),
    answeredAt: timestamp({ withTimezone: true }),
    /** When they were reminded last. */
    remindedAt: timestamp({ withTimezone: true }),
    /** The partner through whose link they came. */
    tag: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('attendee_pitch_account').on(t.pitchId, t.accountId),
    uniqueIndex('attendee_pitch_email').on(t.pitchId, t.email),
    index('attendee_account').on(t.accountId),
  ],
)
