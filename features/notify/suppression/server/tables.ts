import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation, organisation } from '#features/core/organisation/server/tables.ts'
import { suppressionKinds, suppressionSources, topics } from '../rules.ts'

/** An address that gets no email. */
export const suppression = pgTable(
  'suppression',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The organization; null for a fact about the address itself, which applies to every sender. */
    organisationId: uuid().references(() => organisation.id),
    kind: text({ enum: suppressionKinds }).notNull(),
    /** Null once the person was forgotten: the stamp still holds. */
    address: text(),
    /** A keyed hash of the canonical address. */
    stamp: text().notNull(),
    /** Of an unsubscribe: what is no longer wanted; null for all of it. */
    topics: text({ enum: topics }).array(),
    source: text({ enum: suppressionSources }).notNull(),
    detail: text().notNull().default(''),
    createdBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }),
    deletedAt: timestamp({ withTimezone: true }),
  },
  t => [
    uniqueIndex('suppression_own').on(t.organisationId, t.kind, t.stamp).where(sql`${t.organisationId} is not null`),
    uniqueIndex('suppression_everywhere').on(t.kind, t.stamp).where(sql`${t.organisationId} is null`),
    index('suppression_stamp').on(t.stamp),
  ],
)

/** An organization whose own mail has met an address that gets none, and what was said to that email. */
export const suppressionSeen = pgTable(
  'suppression_seen',
  {
    suppressionId: uuid()
      .notNull()
      .references(() => suppression.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    detail: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.suppressionId, t.organisationId] })],
)
