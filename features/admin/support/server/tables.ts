import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'

/** A question to support. */
export const ticket = pgTable(
  'ticket',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** How people call it. */
    number: integer().notNull().generatedAlwaysAsIdentity({ startWith: 1001 }).unique(),
    /** Null of a visitor's, which only super admins see. */
    organisationId: uuid().references(() => organisation.id),
    /** Who asked, when they were signed in. */
    accountId: uuid().references(() => account.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** Lower case: where answers go. */
    email: text().notNull(),
    language: text({ enum: ['en', 'zh-Hans', 'zh-Hant'] }).notNull(),
    content: text().notNull(),
    /** How they said they can be reached. */
    contact: text().notNull().default(''),
    state: text({ enum: ['open', 'answered', 'closed'] })
      .notNull()
      .default('open'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    search: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`lower('#' || ${ticket.number}::text || ' ' || ${ticket.name} || ' ' || ${ticket.email} || ' ' || ${ticket.content})`,
      ),
  },
  t => [
    index('ticket_organisation_updated').on(t.organisationId, t.updatedAt, t.id),
    index('ticket_account_created').on(t.accountId, t.createdAt, t.id),
  ],
)

/** What was written about a ticket after it was opened. */
export const ticketMessage = pgTable(
  'ticket_message',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid()
      .notNull()
      .references(() => ticket.id, { onDelete: 'cascade' }),
    /** Who wrote it. */
    accountId: uuid().references(() => account.id, { onDelete: 'set null' }),
    name: text().notNull(),
    isAnswer: boolean().notNull(),
    content: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('ticket_message_ticket').on(t.ticketId, t.createdAt)],
)
