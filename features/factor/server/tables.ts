import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What a code is asked for. A code for one of them is worth nothing for another. */
export const codePurposes = ['registration', 'secondStep', 'changeEmail', 'confirmEmail', 'verifyMobile'] as const

/** A short code that was mailed or texted to somebody: the newest for its purpose, kept as a hash. */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    purpose: text({ enum: codePurposes }).notNull(),
    /** Whom it was sent to: an account's id or, before there is one, an e-mail address. */
    subject: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.purpose, t.subject] })],
)
