import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisation } from '#features/organisation/server/tables.ts'

/** A person: whoever signs in, and whoever was invited to a pitch and has no password (yet). */
export const account = pgTable(
  'account',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
    /** Lower case. */
    email: text().notNull(),
    username: text(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    roles: text().array().notNull(),
    /** `invited` has only ever been let in by a join link; `awaiting` was sent a link to set a password. */
    state: text({ enum: ['invited', 'awaiting', 'active', 'disabled'] }).notNull(),
    passwordHash: text(),
    passwordChangedAt: timestamp({ withTimezone: true }),
    /** [ENT-033] The password is another's work, such as an administrator's: the person has to choose their own. */
    promptResetPassword: boolean().notNull().default(false),
    timezone: text().notNull().default('America/New_York'),
    language: text({ enum: ['en', 'zh-Hans', 'zh-Hant'] })
      .notNull()
      .default('en'),
    mobile: text(),
    headImage: text(),
    companyName: text().notNull().default(''),
    position: text().notNull().default(''),
    location: text().notNull().default(''),
    linkedinProfileUrl: text(),
    lastLoginAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
    /** What a search looks through: one column, because five comparisons a row are slow. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`lower(${account.firstname} || ' ' || ${account.lastname} || ' ' || ${account.email} || ' ' || coalesce(${account.username}, '') || ' ' || ${account.companyName})`,
      ),
  },
  t => [
    uniqueIndex('account_email_unique').on(t.email),
    uniqueIndex('account_username_unique').on(sql`lower(${t.username})`),
    // One for each way that getUserListForEp sorts, so that a page of fifty thousand people reads a page.
    index('account_created').on(t.createdAt, t.id),
    index('account_organisation_created').on(t.organisationId, t.createdAt, t.id),
    index('account_organisation_email').on(t.organisationId, t.email, t.id),
    index('account_organisation_name').on(
      t.organisationId,
      sql`lower(${t.firstname})`,
      sql`lower(${t.lastname})`,
      t.id,
    ),
    index('account_organisation_login').on(
      t.organisationId,
      sql`coalesce(${t.lastLoginAt}, '-infinity'::timestamptz)`,
      t.id,
    ),
  ],
)

/** A link mailed to a person: kept as a hash, used once. */
export const accountLink = pgTable(
  'account_link',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['setPassword', 'resetPassword'] }).notNull(),
    tokenHash: text().notNull().unique(),
    /** Where the person came from: how, and the uuid of the pitch that they go back to. */
    flag: text().notNull().default(''),
    pitchCode: text().notNull().default(''),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('account_link_account').on(t.accountId)],
)
