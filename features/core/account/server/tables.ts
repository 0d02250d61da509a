import { type SQL, sql } from 'drizzle-orm'
import { boolean, date, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personStatuses } from '#features/core/account/rules.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

/** A person who signs in, or who was invited to a pitch and has no password (yet). */
export const account = pgTable(
  'account',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
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
    /** [ENT-033] The password is another's work, such as an admin's: the person has to choose their own. */
    promptResetPassword: boolean().notNull().default(false),
    /** Until when a password that an admin made opens its own change; null for one's own. */
    temporaryPasswordUntil: timestamp({ withTimezone: true }),
    /** [ENT-037] The term, in days of the person's own zone: the first and the last on which they may come in. */
    startDate: date(),
    endDate: date(),
    /** The same as instants: from when, and until when (the end of the last day). `term.ts` reads them. */
    startsAt: timestamp({ withTimezone: true }),
    endsAt: timestamp({ withTimezone: true }),
    /** [ENT-037] When they signed in for the first time. */
    joinedAt: timestamp({ withTimezone: true }),
    /** The last proof that email to `email` reaches the person; null until there is one (STATE-075). */
    emailConfirmedAt: timestamp({ withTimezone: true }),
    /** [ENT-031] Where the person is. */
    timezone: text().notNull().default('America/New_York'),
    /** [ENT-046] The zone in which they want to read times, when it is another. */
    preferredTimezone: text(),
    language: text({ enum: ['en', 'zh-Hans', 'zh-Hant'] })
      .notNull()
      .default('en'),
    /** Neither the person nor an invitation has said the language: it is the inviter's, and a browser knows better. */
    languageGuessed: boolean().notNull().default(false),
    /** [ENT-046] The number for text messages, E.164. */
    mobile: text(),
    /** When a code that was texted to `mobile` came back; null for an unproved number. */
    mobileVerifiedAt: timestamp({ withTimezone: true }),
    /** [ENT-041] A stored picture (`pictures/…`). */
    headImage: text(),
    /** [ENT-043] The picture that a provider had, stored as well: shown when there is no `headImage`. */
    linkedinImage: text(),
    /** [ENT-045] What others are told of the person. */
    status: text({ enum: personStatuses }).notNull().default('online'),
    /** [ENT-038] Until when the person is an accredited investor; null for one who never was, or whose proof was taken back. */
    accreditedUntil: timestamp({ withTimezone: true }),
    /** [ENT-035, STATE-089] They have declared themselves accredited, or their proof is being looked at. */
    provisionalMember: boolean().notNull().default(false),
    /** A submission with proofs waits for its review; a declaration without proof never does. */
    accreditationPending: boolean().notNull().default(false),
    companyName: text().notNull().default(''),
    position: text().notNull().default(''),
    location: text().notNull().default(''),
    linkedinProfileUrl: text(),
    /** [CALL-101] Choices of the interface; `readConfig` reads them. */
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
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
    index('account_head_image').on(t.headImage),
    index('account_linkedin_image').on(t.linkedinImage),
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
    index('account_organisation_state').on(t.organisationId, t.state, t.createdAt, t.id),
    index('account_roles').using('gin', t.roles),
    index('account_organisation_login').on(
      t.organisationId,
      sql`coalesce(${t.lastLoginAt}, '-infinity'::timestamptz)`,
      t.id,
    ),
  ],
)
