import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/**
 * Who did what to whom and when, written in the transaction of the action. No foreign keys: it outlives its subjects.
 * Everything but `number` and `hash` is what the hash is made of.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organisationId: uuid(),
    actorId: uuid(),
    /** The super admin who acted as the actor. */
    impersonatorId: uuid(),
    /** What was done, as `subject.verb`: `commitment.create`, `pitch.delete`. */
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ip: text().notNull().default(''),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** Its place in the chain, from 1 without a gap; null until it is sealed. */
    number: bigint({ mode: 'number' }),
    /** Of the entry before it in the chain and of its own content; see chain.ts. */
    hash: text(),
  },
  t => [
    index('audit_entry_at').on(t.at, t.id),
    index('audit_entry_organisation_at').on(t.organisationId, t.at, t.id),
    index('audit_entry_actor_at').on(t.actorId, t.at, t.id),
    index('audit_entry_impersonator_at').on(t.impersonatorId, t.at, t.id).where(sql`${t.impersonatorId} is not null`),
    index('audit_entry_subject_at').on(t.subject, t.at, t.id),
    index('audit_entry_action_at').on(t.action, t.at, t.id),
    // Those that are not sealed yet stand together under null, so that the sealer finds them at once.
    uniqueIndex('audit_entry_number').on(t.number),
  ],
)

/** The end of the chain, signed with a key that is not in the database: without it a missing tail would not show. */
export const auditHead = pgTable('audit_head', {
  /** There is one row, number 1. */
  id: integer().primaryKey(),
  /** How many entries are sealed. */
  count: bigint({ mode: 'number' }).notNull(),
  /** Of the last of them. */
  hash: text().notNull(),
  signature: text().notNull(),
  at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  /** When the whole chain was last verified, and what was found; null: never, and nothing wrong. */
  verifiedAt: timestamp({ withTimezone: true, precision: 3 }),
  problem: text(),
})
