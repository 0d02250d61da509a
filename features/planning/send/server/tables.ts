import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { languages } from '#contract/fields.ts'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { sendKinds, sendReasons, sendStates } from '../contract.ts'

/** Invitations and reminders of a pitch that go out at their moment. */
export const scheduledSend = pgTable(
  'scheduled_send',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    /** `reminder`: to invitees who have not joined by then; it has no recipients of its own. */
    kind: text({ enum: sendKinds }).notNull().default('invitation'),
    /** Of a reminder: how long before the start, in minutes. */
    minutesBefore: integer(),
    sendAt: timestamp({ withTimezone: true }).notNull(),
    zone: text().notNull(),
    state: text({ enum: sendStates }).notNull().default('waiting'),
    /** Why it was canceled by something else, or skipped. */
    reason: text({ enum: sendReasons }).notNull().default(''),
    /** How many people it went to, and what came of them. */
    people: integer().notNull().default(0),
    suppressed: integer().notNull().default(0),
    awaitingApproval: integer().notNull().default(0),
    /** People of its lists who were left out, and lists that there were no longer. */
    leftOut: integer().notNull().default(0),
    missingLists: integer().notNull().default(0),
    /** Who planned it, and in which language people get it who have none. */
    createdBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    language: text({ enum: languages }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    // One waits at a time, also of two racing requests.
    uniqueIndex('scheduled_send_waiting').on(t.pitchId).where(sql`${t.state} = 'waiting' and ${t.kind} = 'invitation'`),
    uniqueIndex('scheduled_send_reminder')
      .on(t.pitchId, t.minutesBefore)
      .where(sql`${t.state} = 'waiting' and ${t.kind} = 'reminder'`),
    index('scheduled_send_pitch').on(t.pitchId),
    index('scheduled_send_organisation').on(t.organisationId, t.sendAt),
  ],
)

/** A person whom a send will invite. */
export const scheduledPerson = pgTable(
  'scheduled_person',
  {
    sendId: uuid()
      .notNull()
      .references(() => scheduledSend.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    /** Lower case. */
    email: text().notNull(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    language: text({ enum: languages }),
  },
  t => [uniqueIndex('scheduled_person_send_email').on(t.sendId, t.email), index('scheduled_person_email').on(t.email)],
)

/** A contact list whose people a send will invite, as they are at its moment. */
export const scheduledList = pgTable(
  'scheduled_list',
  {
    sendId: uuid()
      .notNull()
      .references(() => scheduledSend.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    /** Without a foreign key: that a list is gone is told when the send is due. */
    listId: uuid().notNull(),
    /** With whose rights it is read. */
    chosenBy: uuid()
      .notNull()
      .references(() => account.id),
  },
  t => [uniqueIndex('scheduled_list_send').on(t.sendId, t.listId)],
)
