import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { suppressionKinds } from '#features/notify/suppression/rules.ts'
import { mailStates, reportOutcomes } from '../contract.ts'
import type { MailPictures } from './pictures.ts'

/** Every email that the console has written: sent over SMTP, or kept here for the super admin to read. */
export const mailMessage = pgTable(
  'mail_message',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What it is about, once and for all: a second mail of the same key is not written. */
    key: text().notNull().unique(),
    organisationId: uuid(),
    /** Which mail it is: `setPassword`, `pitchInvitation`, … */
    kind: text().notNull(),
    recipient: text().notNull(),
    /** The reply address, when it is read. */
    replyTo: text(),
    language: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Of the code in its link to this page, when it can be read in a browser. */
    viewHash: text().unique(),
    /** The keys of stored pictures that it shows and carries along. */
    pictures: jsonb().$type<MailPictures>(),
    /** An .ics calendar, when the email carries one. */
    calendar: text(),
    /**
     * `kept`: no SMTP is configured, the email lies in the outbox. `suppressed`: its recipient gets none of its kind.
     * `withdrawn`: what it is about no longer concerns them. `expired`: it could not be sent while it was of use.
     */
    state: text({ enum: mailStates }).notNull(),
    /** Which list kept a suppressed mail back, or which one a returned mail put its recipient on. */
    heldBy: text({ enum: suppressionKinds }),
    /**
     * When it is to be sent, or tried again; null when nothing is left to do, and of emails that a job of their own
     * sends.
     */
    dueAt: timestamp({ withTimezone: true }),
    /** What it is about, such as `pitch:7`: what waits is withdrawn by it. */
    about: text(),
    /** The instant after which it is of no use: it is not sent any more. */
    validUntil: timestamp({ withTimezone: true }),
    /** Someone waits for it, so it leaves before what goes to many. */
    urgent: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    failure: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('mail_message_created').on(sql`${t.createdAt} desc`),
    index('mail_message_recipient').on(t.recipient),
    index('mail_message_due').on(t.urgent.desc().nullsFirst(), t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
)

/**
 * What mail servers and providers have reported, each report once. Kept for the days in which soft bounces are counted.
 */
export const mailReport = pgTable(
  'mail_report',
  {
    /** The provider's own id of it, `ses:…`, so that a repeat changes nothing. */
    id: text().primaryKey(),
    /** Of the address, as the suppression list has it. */
    stamp: text().notNull(),
    outcome: text({ enum: reportOutcomes }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('mail_report_stamp').on(t.stamp, t.createdAt)],
)
