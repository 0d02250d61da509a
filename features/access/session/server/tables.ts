import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { loginOutcomes } from '#features/access/session/contract.ts'
import { account } from '#features/core/account/server/tables.ts'
import { sessionEnds } from '#features/core/account/sessionEnds.ts'
import { ofOrganisation, organisation } from '#features/core/organisation/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'

/** A sign-in to the console, or to one pitch by a join link. Tokens are kept as hashes only. */
export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['session', 'join'] }).notNull(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The fence: the account's organization, or for a join link the pitch's. */
    organisationId: ofOrganisation(),
    /** Only of a join session: the one pitch that it opens. */
    pitchId: bigint({ mode: 'number' }).references(() => pitch.id, { onDelete: 'cascade' }),
    attendeeId: uuid().references(() => attendee.id, { onDelete: 'cascade' }),
    /** The password was right, the second step is still to come. */
    isPending: boolean().notNull().default(false),
    /** Opened in a browser: it ends after a time without activity. A program's session does not. */
    idles: boolean().notNull().default(false),
    /** When the second step was done: for a while after it, factors may be changed without the password. */
    secondStepAt: timestamp({ withTimezone: true }),
    /** The super admin who acts as this account. */
    impersonatorId: uuid().references(() => account.id, { onDelete: 'cascade' }),
    /** The super admin's own session: when it is over, so is this one. */
    originSessionId: uuid().references((): AnyPgColumn => session.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    tokenExpiresAt: timestamp({ withTimezone: true }).notNull(),
    refreshHash: text().unique(),
    refreshExpiresAt: timestamp({ withTimezone: true }),
    ip: text().notNull(),
    userAgent: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Of the last call, at most a minute old. */
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    endedAt: timestamp({ withTimezone: true }),
    /** Why it has ended, for its holder; empty when they signed out of it. */
    endReason: text({ enum: sessionEnds }),
  },
  t => [
    index('session_account').on(t.accountId),
    index('session_pitch').on(t.pitchId),
    index('session_attendee').on(t.attendeeId),
    index('session_origin').on(t.originSessionId),
  ],
)

/** Used refresh tokens: one that is shown again was stolen. */
export const usedRefreshToken = pgTable(
  'used_refresh_token',
  {
    tokenHash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    usedAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [index('used_refresh_token_session').on(t.sessionId)],
)

/** Every attempt to sign in. `organisationId` is empty when the name is unknown. */
export const loginLog = pgTable(
  'login_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: uuid().references(() => organisation.id),
    accountId: uuid().references(() => account.id, { onDelete: 'set null' }),
    /** As it was typed. */
    username: text().notNull(),
    /** `signedIn`, or the error's code. */
    description: text({ enum: loginOutcomes }).notNull(),
    ip: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    index('login_log_organisation_at').on(t.organisationId, t.at),
    index('login_log_at').on(t.at),
    // the entries of an account that is deleted permanently are found by these
    index('login_log_account').on(t.accountId),
    index('login_log_username').on(sql`lower(${t.username})`),
  ],
)
