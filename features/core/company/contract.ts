import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, listOf, paging } from '#contract/fields.ts'
import { verificationStates } from './rules.ts'

const file = z.object({ url: z.string(), filename: z.string() }).nullable()

/** A company as a list shows it. */
export const CompanyItem = z.object({
  id: z.uuid(),
  org_id: z.uuid(),
  org_name: z.string(),
  company_name: z.string(),
  legal_name: z.string(),
  /** A stored picture below `/webapi/`; empty for none. */
  logo: z.string(),
  industry: z.string(),
  city: z.string(),
  country: z.string(),
  verification: z.enum(verificationStates),
  deleted: z.boolean(),
  created_on: instant,
  updated_on: instant,
})
export type CompanyItem = z.infer<typeof CompanyItem>

/** The whole of a company. */
export const Company = CompanyItem.extend({
  phone: z.string(),
  website: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  youtube: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  state: z.string(),
  zip: z.string(),
  brief_description: z.string(),
  about_the_company: z.string(),
  company_highlights: z.string(),
  obfuscated_company_name: z.string(),
  obfuscated_description: z.string(),
  /** [ENT-059] A document beside one of the texts; the address downloads it. */
  about_file: file,
  highlights_file: file,
})
export type Company = z.infer<typeof Company>

/** A presenter who represents a company. */
export const PresenterCompany = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  company_name: z.string(),
  logo: z.string(),
  user_id: z.uuid(),
  user_name: z.string(),
  email: z.string(),
  title: z.string(),
  /** Whether it is the company of the presenter's new pitches. */
  is_first: z.boolean(),
})
export type PresenterCompany = z.infer<typeof PresenterCompany>

/** Shown at the company and at the presenter; `admin/companies` answers it. */
export const presenterCompanyCalls = {
  /**
   * [CALL-156] Lists which presenters represent which companies: of one company, of one presenter, or of all. A
   * presenter who is no admin sees their own companies.
   */
  getPresenterCompanyList: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, company_id: z.uuid().optional(), user_id: z.uuid().optional() }),
    output: listOf(PresenterCompany),
  }),
}
