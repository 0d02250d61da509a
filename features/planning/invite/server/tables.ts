import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { languages } from '#contract/fields.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'

/** The link in an invitation; each email has its own, all of an attendee's are disabled together. */
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

/** A person who is invited once the pitch is approved. Until then they are no attendee, and learn nothing of it. */
export const waitingInvitee = pgTable(
  'waiting_invitee',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    /** Lower case. */
    email: text().notNull(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    /** The language that was chosen for them, and that of the person who invites them. */
    language: text({ enum: languages }),
    inviterLanguage: text({ enum: languages }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('waiting_invitee_pitch_email').on(t.pitchId, t.email)],
)
