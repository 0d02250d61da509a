import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Statements } from '#features/results/commitment/contract.ts'

/** What an investor commits to a pitch: once, in minor units of its currency. */
export const commitment = pgTable(
  'commitment',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id),
    organisationId: ofOrganisation(),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    amountMinor: bigint({ mode: 'bigint' }).notNull(),
    currency: text().notNull(),
    initials: text().notNull(),
    ip: text().notNull(),
    /** The sentence on what a commitment is, as it was shown; null for one that was made before there was any. */
    statement: text(),
    /** Of the organisation's sentence; 0 for the default. */
    statementVersion: integer(),
    statementLanguage: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('commitment_once').on(t.pitchId, t.accountId)],
)

/** An organisation's own sentence on what a commitment is. Rows are only added: each is a version, from 1. */
export const commitmentStatement = pgTable(
  'commitment_statement',
  {
    organisationId: ofOrganisation(),
    version: integer().notNull(),
    /** By language; empty where the default is shown. */
    texts: jsonb().$type<Statements>().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => account.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.organisationId, t.version] })],
)
