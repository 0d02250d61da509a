import { isNull } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { spvSeries } from '#features/core/vehicle/server/tables.ts'
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
    /** Of the organization's sentence; 0 for the default. */
    statementVersion: integer(),
    statementLanguage: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('commitment_once').on(t.pitchId, t.accountId)],
)

/**
 * A commitment that was withdrawn, as it was made. It stands here and no more among the commitments, so that no sum and
 * no count of seats knows it.
 */
export const commitmentWithdrawn = pgTable(
  'commitment_withdrawn',
  {
    /** The id that the commitment had. */
    id: uuid().primaryKey(),
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
    statement: text(),
    statementVersion: integer(),
    statementLanguage: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    withdrawnAt: timestamp({ withTimezone: true }).notNull(),
    withdrawnBy: uuid()
      .notNull()
      .references(() => account.id),
    reason: text().notNull(),
  },
  t => [index('commitment_withdrawn_pitch').on(t.pitchId, t.withdrawnAt)],
)

/** An investor who waits for a seat of a series that is full, in the order of `createdAt`. */
export const seatWait = pgTable(
  'seat_wait',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    seriesId: uuid()
      .notNull()
      .references(() => spvSeries.id, { onDelete: 'cascade' }),
    /** The pitch by which they wait, and commit once a seat is free. */
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Until when a seat is kept for them; null while they wait. */
    offeredUntil: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    outcome: text({ enum: ['taken', 'left', 'lapsed'] }),
  },
  t => [
    uniqueIndex('seat_wait_once').on(t.seriesId, t.accountId).where(isNull(t.endedAt)),
    index('seat_wait_order').on(t.seriesId, t.createdAt, t.id).where(isNull(t.endedAt)),
    index('seat_wait_account').on(t.accountId),
  ],
)

/** An organization's own sentence on what a commitment is. Rows are only added: each is a version, from 1. */
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
