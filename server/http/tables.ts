import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** The answer to a call with an Idempotency-Key: its repeat gets the same answer and changes nothing. */
export const answeredCall = pgTable(
  'answered_call',
  {
    caller: text().notNull(),
    key: text().notNull(),
    call: text().notNull(),
    answer: jsonb(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.caller, t.key] }), index('answered_call_at').on(t.at)],
)
