import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

/** [ENT-067] A special-purpose vehicle. */
export const spv = pgTable(
  'spv',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    legalName: text().notNull(),
    /** The EIN, sealed. */
    ein: text().notNull(),
    /** A keyed hash of the EIN, by which it is unique in its organisation. */
    einStamp: text().notNull(),
    /** Its last four digits. */
    einEnd: text().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    state: text().notNull(),
    registeredAgent: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  t => [
    uniqueIndex('spv_ein').on(t.organisationId, t.einStamp).where(sql`${t.deletedAt} is null`),
    index('spv_organisation_created').on(t.organisationId, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
  ],
)
