import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import type { CompanyText, PitchDocument } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Contact, DraftForm } from './form.ts'

/** A pitch that is still being written. */
export const pitchDraft = pgTable(
  'pitch_draft',
  {
    /** Becomes the uuid of the pitch. */
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    userId: uuid()
      .notNull()
      .references(() => account.id),
    /** Grows with every change. */
    version: integer().notNull().default(1),
    form: jsonb().$type<DraftForm>().notNull(),
    contacts: jsonb().$type<Contact[]>().notNull().default([]),
    uploadIds: text().array().notNull().default([]),
    documents: jsonb().$type<Partial<Record<CompanyText, PitchDocument>>>().notNull().default({}),
    companyLogo: text(),
    /** Of a copy: what the pitch had of its company beside its texts, its files by the keys that the copy gave them. */
    copiedCompany: jsonb().$type<Pick<PitchRow, 'companyId' | 'companyName' | 'companyLegalName' | 'companyFiles'>>(),
    updatedBy: uuid().references(() => account.id),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('pitch_draft_owner').on(t.userId, t.updatedAt),
    index('pitch_draft_organisation').on(t.organisationId, t.updatedAt).where(sql`${t.deletedAt} is null`),
  ],
)
