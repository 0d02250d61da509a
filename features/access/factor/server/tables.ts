import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { session } from '#features/access/session/server/tables.ts'
import { factorKinds } from '#features/core/account/factorRules.ts'
import { account } from '#features/core/account/server/tables.ts'

/** The purposes of codes. A code for one purpose does not work for another. */
export const codePurposes = [
  'registration',
  'secondStep',
  'setFactor',
  'checkPerson',
  'personChecked',
  'changeEmail',
  'confirmEmail',
  'verifyMobile',
  'socialEmail',
] as const

/** A short code that was sent to a person by email or text message: the newest for its purpose, stored as a hash. */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    purpose: text({ enum: codePurposes }).notNull(),
    /** Its recipient: an account's id or, before there is an account, an email address. */
    subject: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.purpose, t.subject] })],
)

/** A second factor. It has no effect until it is confirmed. */
export const factor = pgTable(
  'factor',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text({ enum: factorKinds }).notNull(),
    /** What the person calls a passkey. */
    name: text().notNull().default(''),
    /** Asked for first; one of each person's. */
    isPrimary: boolean().notNull().default(false),
    /** `sms`: the number, E.164. */
    mobile: text(),
    /** `app`: the secret, sealed, and the last 30-second step whose code was taken. */
    secret: text(),
    lastStep: bigint({ mode: 'number' }),
    /** `passkey`: as WebAuthn has them; keys and ids in base64url. */
    credentialId: text().unique(),
    publicKey: text(),
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default(sql`'{}'::text[]`),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmedAt: timestamp({ withTimezone: true }),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('factor_account').on(t.accountId),
    uniqueIndex('factor_primary').on(t.accountId).where(sql`${t.isPrimary}`),
    uniqueIndex('factor_one_of_a_kind')
      .on(t.accountId, t.kind)
      .where(sql`${t.kind} <> 'passkey' and ${t.confirmedAt} is not null`),
  ],
)

/** Ten codes for a person who has lost all other factors; each can be used once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  t => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)

/** A browser that does not need a second factor for a while. */
export const rememberedDevice = pgTable(
  'remembered_device',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull().default(''),
    ip: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [index('remembered_device_account').on(t.accountId)],
)

/** [ENT-047] Questions that replace a code; the answers are hashed like passwords. */
export const securityQuestion = pgTable(
  'security_question',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** 1 to 3. */
    position: integer().notNull(),
    question: text().notNull(),
    answerHash: text().notNull(),
  },
  t => [primaryKey({ columns: [t.accountId, t.position] })],
)

/** A sign-in that waits for its second step, and what the login log will say of it. */
export const pendingEntry = pgTable('pending_entry', {
  sessionId: uuid()
    .primaryKey()
    .references(() => session.id, { onDelete: 'cascade' }),
  way: text().notNull(),
  /** As it was typed. */
  username: text().notNull(),
})

/** Wrong codes and answers at one person's second step, from all addresses. */
export const stepGuess = pgTable('step_guess', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  guesses: integer().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
})

/** The challenge that a passkey has to sign next, once. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['step', 'set'] }).notNull(),
    challenge: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.sessionId, t.purpose] })],
)
