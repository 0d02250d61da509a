import type { z } from 'zod'
import type { Company, CompanyItem } from '#features/core/company/contract.ts'
import type { CompanyFields } from '#features/core/company/fields.ts'
import type { CompanyDocument } from '#features/core/company/rules.ts'
import type { CompanyRow, NewCompany } from '#features/core/company/server/queries.ts'

/** The column of each field of a company. */
export const columnOf = {
  company_name: 'companyName',
  legal_name: 'legalName',
  industry: 'industry',
  phone: 'phone',
  website: 'website',
  twitter: 'twitter',
  linkedin: 'linkedin',
  facebook: 'facebook',
  instagram: 'instagram',
  youtube: 'youtube',
  address_1: 'address1',
  address_2: 'address2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
  brief_description: 'briefDescription',
  about_the_company: 'aboutTheCompany',
  company_highlights: 'companyHighlights',
  obfuscated_company_name: 'obfuscatedCompanyName',
  obfuscated_description: 'obfuscatedDescription',
} as const satisfies Record<keyof CompanyFields, keyof CompanyRow>

/** The columns of the fields that are given. */
export const columnsOf = (
  fields: { readonly [K in keyof CompanyFields]?: CompanyFields[K] | undefined },
): Partial<NewCompany> =>
  Object.fromEntries(
    Object.entries(columnOf).flatMap(([field, column]) => {
      const value = fields[field as keyof CompanyFields]
      return value === undefined ? [] : [[column, value]]
    }),
  )

/** The fields of a company. */
export const fieldsOf = (row: CompanyRow): Required<{ [K in keyof typeof columnOf]: string }> =>
  Object.fromEntries(Object.entries(columnOf).map(([field, column]) => [field, row[column]])) as never

/** The column of each text's document. */
export const documentColumns = { about: 'aboutFile', highlights: 'highlightsFile' } as const satisfies Record<
  CompanyDocument,
  keyof CompanyRow
>

type ListedCompany = Pick<
  CompanyRow,
  | 'id'
  | 'organisationId'
  | 'companyName'
  | 'legalName'
  | 'logo'
  | 'industry'
  | 'city'
  | 'country'
  | 'verification'
  | 'deletedAt'
  | 'createdAt'
  | 'updatedAt'
>

/** A company in a list. */
export const itemOf = (row: ListedCompany, org_name: string): z.input<typeof CompanyItem> => ({
  id: row.id,
  org_id: row.organisationId,
  org_name,
  company_name: row.companyName,
  legal_name: row.legalName,
  logo: row.logo ?? '',
  industry: row.industry,
  city: row.city,
  country: row.country,
  verification: row.verification,
  deleted: row.deletedAt !== null,
  created_on: row.createdAt.toISOString(),
  updated_on: row.updatedAt.toISOString(),
})

/** A company on the wire. A document's address changes with its content, so browsers may cache it. */
export const companyOf = (row: CompanyRow, org_name: string): z.input<typeof Company> => ({
  ...fieldsOf(row),
  ...itemOf(row, org_name),
  about_file: documentOf(row, 'about'),
  highlights_file: documentOf(row, 'highlights'),
})

function documentOf(row: CompanyRow, text: CompanyDocument) {
  const document = row[documentColumns[text]]
  return document && { url: `/company-documents/${row.id}/${text}/${idOf(document)}`, filename: document.filename }
}

/** The part of a document's key that its address has. */
export const idOf = ({ key }: { readonly key: string }): string => key.replace(/^.*\/|\.pdf$/g, '')
