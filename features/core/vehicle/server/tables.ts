import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { currencies } from '#contract/currencies.ts'
import { company } from '#features/core/company/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { seriesStates } from '#features/core/vehicle/rules.ts'

/** [ENT-067] A special-purpose vehicle. */
export const spv = pgTable(
  'spv',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    legalName: text().notNull(),
    /** The EIN, sealed. */
    ein: text().notNull(),
    /** A keyed hash of the EIN, by which it is unique in its organization. */
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

/** [ENT-068] A series of an SPV, which takes the money for one company. */
export const spvSeries = pgTable(
  'spv_series',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    spvId: uuid()
      .notNull()
      .references(() => spv.id, { onDelete: 'cascade' }),
    companyId: uuid()
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    status: text({ enum: seriesStates }).notNull(),
    formedOn: date(),
    /** [ISO 4217] Of its minimum, and of every pitch that names it. */
    currency: text({ enum: currencies }).notNull(),
    /** The least that one may commit, in minor units. */
    minimumMinor: bigint({ mode: 'bigint' }),
    /** How many seats it has. */
    mostInvestors: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  t => [
    uniqueIndex('spv_series_name').on(t.spvId, sql`lower(${t.name})`).where(sql`${t.deletedAt} is null`),
    index('spv_series_organisation_created').on(t.organisationId, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
    index('spv_series_company').on(t.companyId),
  ],
)
