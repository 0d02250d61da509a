import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accreditationStates, ways } from '#features/admin/accreditation/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => account.id)

/** A person's declaration that they are accredited, and what became of its review. */
export const accreditation = pgTable(
  'accreditation',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    accountId: ofAccount(),
    way: text({ enum: ways }).notNull(),
    state: text({ enum: accreditationStates }).notNull(),
    letterDate: date(),
    /** The words that were agreed to, as they were shown. */
    declaration: text().notNull(),
    declarationVersion: integer().notNull(),
    declarationLanguage: text().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    reviewedBy: uuid().references(() => account.id),
    reviewedAt: timestamp({ withTimezone: true }),
    reason: text().notNull().default(''),
    validUntil: timestamp({ withTimezone: true }),
    /** When its owner was told that it ends soon. */
    warnedAt: timestamp({ withTimezone: true }),
  },
  t => [
    // of two submissions at the same moment one counts
    uniqueIndex('accreditation_open').on(t.accountId).where(sql`${t.state} in ('declared', 'pending')`),
    index('accreditation_account').on(t.accountId, t.submittedAt),
    index('accreditation_submitted').on(t.submittedAt, t.id),
    index('accreditation_ends').on(t.validUntil).where(sql`${t.state} = 'verified' and ${t.warnedAt} is null`),
  ],
)

/** A file that proves an accreditation; without one, it waits for it. */
export const accreditationProof = pgTable(
  'accreditation_proof',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    accountId: ofAccount(),
    accreditationId: uuid().references(() => accreditation.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    filename: text().notNull(),
    type: text({ enum: ['pdf', 'picture'] }).notNull(),
    /** Hexadecimal, of what is stored. */
    sha256: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    index('accreditation_proof_accreditation').on(t.accreditationId),
    index('accreditation_proof_account').on(t.accountId),
  ],
)
