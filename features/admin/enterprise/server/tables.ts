import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { evidenceKinds, submissionStates } from '#features/admin/enterprise/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { company } from '#features/core/company/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

const ofCompany = () =>
  uuid()
    .notNull()
    .references(() => company.id, { onDelete: 'cascade' })

/** A submission of a company for verification. The numbers are sealed; their last four characters are shown. */
export const enterpriseVerification = pgTable(
  'enterprise_verification',
  {
    id: uuid().primaryKey(),
    organisationId: ofOrganisation(),
    companyId: ofCompany(),
    /** The company's name and country when it was submitted, which is what is approved. */
    legalName: text().notNull(),
    country: text().notNull(),
    licenceSealed: text().notNull(),
    licenceLastFour: text().notNull(),
    idCardSealed: text().notNull(),
    idCardLastFour: text().notNull(),
    state: text({ enum: submissionStates }).notNull(),
    submittedBy: uuid()
      .notNull()
      .references(() => account.id),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    reviewedBy: uuid().references(() => account.id),
    reviewedAt: timestamp({ withTimezone: true }),
    reason: text().notNull().default(''),
  },
  t => [
    uniqueIndex('enterprise_verification_pending').on(t.companyId).where(sql`${t.state} = 'pendingReview'`),
    index('enterprise_verification_company').on(t.companyId, t.submittedAt),
    index('enterprise_verification_submitted').on(t.submittedAt, t.id),
  ],
)

/** A document that proves a submission; without one, it waits for it. */
export const enterpriseEvidence = pgTable(
  'enterprise_evidence',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    companyId: ofCompany(),
    verificationId: uuid().references(() => enterpriseVerification.id, { onDelete: 'cascade' }),
    kind: text({ enum: evidenceKinds }).notNull(),
    key: text().notNull(),
    filename: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    index('enterprise_evidence_verification').on(t.verificationId),
    index('enterprise_evidence_company').on(t.companyId),
  ],
)
