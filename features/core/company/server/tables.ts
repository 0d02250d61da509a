import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { type StoredDocument, verificationStates } from '#features/core/company/rules.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

const line = () => text().notNull().default('')

/** [ENT-056, ENT-057, ENT-058, ENT-059] A company that pitches. */
export const company = pgTable(
  'company',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    /** The short name of lists, at most 20 characters as people count them. */
    companyName: text().notNull(),
    /** The name of documents and contracts. */
    legalName: line(),
    /** One of `industries`, or empty. */
    industry: line(),
    logo: text(),
    /** E.164, or empty. */
    phone: line(),
    website: line(),
    twitter: line(),
    linkedin: line(),
    facebook: line(),
    instagram: line(),
    youtube: line(),
    address1: line(),
    address2: line(),
    city: line(),
    state: line(),
    zip: line(),
    /** ISO 3166-1 alpha-2, or empty. */
    country: line(),
    briefDescription: line(),
    aboutTheCompany: line(),
    aboutFile: jsonb().$type<StoredDocument>(),
    companyHighlights: line(),
    highlightsFile: jsonb().$type<StoredDocument>(),
    /** What is shown to people who may not yet know which company it is. */
    obfuscatedCompanyName: line(),
    obfuscatedDescription: line(),
    verification: text({ enum: verificationStates }).notNull().default('notVerified'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
    /** What a search looks through, in lower case. */
    search: text().notNull().generatedAlwaysAs(sql`lower(company_name || ' ' || legal_name)`),
  },
  t => [
    uniqueIndex('company_name').on(t.organisationId, sql`lower(${t.companyName})`).where(sql`${t.deletedAt} is null`),
    // a page of a sorted list is found in one of these, however deep it is
    index('company_listed')
      .on(t.organisationId, sql`lower(${t.companyName})`, t.id, t.companyName, t.industry, t.verification)
      .where(sql`${t.deletedAt} is null`),
    index('company_organisation_created').on(t.organisationId, t.createdAt, t.id).where(sql`${t.deletedAt} is null`),
    index('company_organisation_updated').on(t.organisationId, t.updatedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('company_organisation_industry')
      .on(t.organisationId, t.industry, t.id, t.verification)
      .where(sql`${t.deletedAt} is null`),
    index('company_organisation_deleted').on(t.organisationId, t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('company_logo').on(t.logo).where(sql`${t.logo} is not null`),
  ],
)

/** A presenter who speaks for a company. */
export const companyPresenter = pgTable(
  'company_presenter',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    companyId: uuid()
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    /** What the presenter is there: "CEO". */
    title: line(),
    /** The company of the presenter's new pitches. */
    isFirst: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('company_presenter_pair').on(t.companyId, t.accountId),
    uniqueIndex('company_presenter_first').on(t.accountId).where(sql`${t.isFirst}`),
    index('company_presenter_account').on(t.accountId),
  ],
)
