import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Who did what to whom and when, written in the transaction of the deed. No foreign keys: it outlives its subjects. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: uuid(),
    actorId: uuid(),
    /** What was done, as `subject.verb`: `commitment.create`, `pitch.delete`. */
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ip: text().notNull().default(''),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('audit_entry_organisation_at').on(t.organisationId, t.at)],
)
