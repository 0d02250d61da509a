import { index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { providers } from '#features/core/site/rules.ts'

/** An identity at a provider that an account signs in with. */
export const socialAccount = pgTable(
  'social_account',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    provider: text({ enum: providers }).notNull(),
    /** The provider's own id of the person, which never changes; their address there may. */
    subject: text().notNull(),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.accountId, t.provider] }),
    uniqueIndex('social_account_subject').on(t.provider, t.subject),
  ],
)

/** The identity that a provider gave. */
export interface Identity {
  readonly subject: string
  readonly name: string
  readonly firstname: string
  readonly lastname: string
  /** Lower case; empty when the provider does not say. */
  readonly email: string
  /** Whether the provider confirms, at this sign-in, that the address belongs to the person. */
  readonly isEmailProven: boolean
  /** The address of their picture there; empty when there is none. */
  readonly picture: string
}

/** A flow that was started: bound to one browser by a cookie and to one response by its state. */
export const socialFlow = pgTable(
  'social_flow',
  {
    id: uuid().primaryKey().defaultRandom(),
    cookieHash: text().notNull().unique(),
    /** Empty once the provider has responded, because a response is accepted once. */
    stateHash: text(),
    provider: text({ enum: providers }).notNull(),
    purpose: text({ enum: ['signIn', 'connect', 'share', 'contacts'] }).notNull(),
    verifier: text().notNull(),
    nonce: text().notNull(),
    /** The session that began to connect or to share; only it may finish. */
    sessionId: uuid(),
    goTo: text().notNull().default(''),
    /** Of a share. */
    pitchUuid: uuid(),
    shareText: text().notNull().default(''),
    /** For a sign-in that waits for the proof of an address. */
    identity: jsonb().$type<Identity>(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [index('social_flow_expires').on(t.expiresAt)],
)
