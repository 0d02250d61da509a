import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const organisation = pgTable('organisation', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** The email domain of its people, when it has one of its own. */
  domain: text().unique(),
  companyUsersLimit: integer(),
  /** Everyone has to have a second factor. */
  enforceSecondFactor: boolean().notNull().default(false),
  /** People who manage accounts must have a factor, some days after their account was made. */
  enforceAdminFactor: boolean().notNull().default(true),
  /** Whether security questions may stand in for a code. */
  allowSecurityQuestions: boolean().notNull().default(true),
  /** Days after which a password has to be changed; none by default, as forced changes make weak passwords. */
  passwordMaxDays: integer(),
  /** [CONST-004] Minutes without a click after which a browser signs out. */
  sessionTimeoutMinutes: integer().notNull().default(30),
  /** [PROD-053] Whether the console shows on phones. */
  mobileAccess: boolean().notNull().default(true),
  /** Where questions go, when not to the installation's own address. */
  supportEmail: text(),
  /** [ENT-049, SHELL-002] A stored picture shown in the top bar. */
  logo: text(),
  /** The name under which its emails are sent, when not its own. */
  mailSender: text(),
  /** [#rrggbb] The color of the buttons in its emails. */
  mailColor: text(),
  /** No invitation leaves before the pitch is approved. */
  requireApproval: boolean().notNull().default(false),
  /** Presenters approve the recordings of their own pitches. */
  ownersApproveRecordings: boolean().notNull().default(false),
  /** Days after which recordings are removed for good; null: they stay until someone deletes them. */
  recordingDays: integer(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** The column of a table whose rows belong to an organization: they are read and written through that fence. */
export const ofOrganisation = () =>
  uuid()
    .notNull()
    .references(() => organisation.id)
