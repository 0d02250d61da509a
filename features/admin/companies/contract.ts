import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, instant, line, listOf, paging, sorting, upload } from '#contract/fields.ts'
import { PICTURE_BYTES, pictureTypes } from '#contract/pictures.ts'
import { History } from '#features/core/audit/history.ts'
import { Company, CompanyItem, presenterCompanyCalls } from '#features/core/company/contract.ts'
import { companyFields } from '#features/core/company/fields.ts'
import { COMPANY_TEXTS_BYTES, companyDocuments, industries, verificationStates } from '#features/core/company/rules.ts'
import { MAX_DOCUMENT_BYTES, pitchStates } from '#features/core/pitch/rules.ts'
import { seriesStates } from '#features/core/vehicle/rules.ts'
import { contentFailures } from '#features/room/deck/rules.ts'

export const companySorts = ['name', 'industry', 'created_on', 'updated_on'] as const
/** The most bytes and lines that are imported at once. */
const IMPORTED_BYTES = 1_000_000
export const IMPORTED_ROWS = 1000
/** What becomes of a line: `exists` and `wrong` are left out. */
export const importOutcomes = ['created', 'updated', 'unchanged', 'exists', 'wrong'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const listed = {
  /** In the short and in the legal name. */
  name: line(120).optional(),
  industry: z.enum(industries).optional(),
  verification: z.enum(verificationStates).optional(),
  /** Only companies that were deleted in the last 30 days. */
  deleted: z.boolean().default(false),
  ...sorting(companySorts, 'name', 'asc'),
}
const Id = z.object({ id: z.uuid() })
const speaking = { title: line(80).optional(), is_first: z.boolean().optional() }
const { adminKinds: who } = callers

export const companiesCalls = {
  ...presenterCompanyCalls,
  /** CALL-148. Lists the companies of the caller's organization; for a super admin, of all. */
  getCompanyList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, ...listed }),
    output: listOf(CompanyItem),
  }),
  /** Gets a company. */
  getCompany: call({ who, reads: true, input: Id, output: Company, errors: ['CompanyNotFound'] }),
  /** Lists the changes to a company, the latest first. */
  getCompanyHistory: call({
    who,
    reads: true,
    answer: 'results',
    input: Id.extend(paging),
    output: History,
    errors: ['CompanyNotFound'],
  }),
  /** [CALL-145] Creates a company. Only a super admin names another organization than their own. */
  createCompany: call({
    who,
    maxBytes: COMPANY_TEXTS_BYTES,
    input: z.object({ ...companyFields, org_id: z.uuid().optional() }),
    output: Id,
    errors: ['NoPermission', 'CompanyExists'],
  }),
  /** CALL-146. Fields that are left out stay as they are, so that two people can change different ones. */
  updateCompany: call({
    who,
    maxBytes: COMPANY_TEXTS_BYTES,
    input: z.object(companyFields).partial().extend({ id: z.uuid() }),
    output: Id,
    errors: ['CompanyNotFound', 'CompanyExists'],
  }),
  /** [CALL-147] Deletes a company. Can be undone for 30 days. */
  deleteCompany: call({ who, input: Id, errors: ['CompanyNotFound', 'CompanyInUse'] }),
  /** Undoes a deletion, unless the name has been taken since. */
  restoreCompany: call({ who, input: Id, errors: ['CompanyNotFound', 'CompanyExists'] }),
  /** Sets a company's logo; without a file removes it. */
  updateCompanyLogo: call({
    who,
    body: 'multipart',
    maxFileBytes: PICTURE_BYTES,
    input: Id.extend({ file: upload(pictureTypes.join()).optional() }),
    output: z.object({ logo: z.string() }),
    errors: ['CompanyNotFound', 'PictureTooLarge', 'PictureTypeNotAllowed', 'PictureTooManyPixels', 'PictureDamaged'],
  }),
  /**
   * [ENT-059] Adds or replaces the document (a PDF of at most 20 MB) beside one of the texts; without a file removes
   * it.
   */
  updateCompanyDocument: call({
    who,
    body: 'multipart',
    maxFileBytes: MAX_DOCUMENT_BYTES,
    input: Id.extend({ document: z.enum(companyDocuments), file: upload('.pdf').optional() }),
    errors: [
      'CompanyNotFound',
      'DocumentTypeNotAllowed',
      'DocumentTooLarge',
      ...contentFailures,
      'DeckTooManyFailures',
      'StorageFull',
    ],
  }),
  /** Lists the pitches of a company, the latest first, for pitch admins. */
  getCompanyPitchList: call({
    who: callers.pitchAdmins,
    reads: true,
    answer: 'results',
    input: Id.extend(paging),
    output: listOf(
      z.object({
        id: z.number().int(),
        presentation_name: z.string(),
        presenter_name: z.string(),
        start_date_raw: instant,
        state: z.enum(pitchStates),
      }),
    ),
    errors: ['CompanyNotFound'],
  }),
  /** Lists the series that raise money for a company, for admins who manage SPVs. */
  getCompanySeriesList: call({
    who: callers.pitchAdmins,
    reads: true,
    answer: 'results',
    input: Id.extend(paging),
    output: listOf(
      z.object({
        id: z.uuid(),
        spv_series_name: z.string(),
        spv_legal_name: z.string(),
        status: z.enum(seriesStates),
      }),
    ),
    errors: ['CompanyNotFound'],
  }),
  /**
   * [CALL-153] Lets a presenter represent a company. The first company of a presenter is the company of their new
   * pitches; their only one is that anyway.
   */
  createPresenterCompany: call({
    who,
    input: z.object({ company_id: z.uuid(), user_id: z.uuid(), ...speaking }),
    output: Id,
    errors: ['CompanyNotFound', 'UserNotFound', 'PresenterCompanyExists'],
  }),
  /** CALL-154. Changes the title, and which company is the presenter's first; what is left out stays as it is. */
  updatePresenterCompany: call({ who, input: Id.extend(speaking), errors: ['PresenterCompanyNotFound'] }),
  /** [CALL-155] Removes a presenter from a company. */
  deletePresenterCompany: call({ who, input: Id, errors: ['PresenterCompanyNotFound'] }),
  /**
   * Imports companies from a CSV file in UTF-8, whose columns are named as in an export or by their fields. `dry` says
   * line by line what would happen and changes nothing. Lines that are wrong are left out, the others are written.
   */
  importCompanies: call({
    who,
    body: 'multipart',
    maxFileBytes: IMPORTED_BYTES,
    input: z.object({
      file: upload('.csv'),
      /**
       * Whether lines that name an existing company update it; otherwise they are skipped. Empty cells change nothing.
       */
      update_existing: z.boolean().default(false),
      dry: z.boolean(),
      org_id: z.uuid().optional(),
    }),
    output: z.object({
      /** Columns that are no field of a company. */
      unknown_columns: z.array(z.string()),
      lines: z.array(
        z.object({
          /** Counted from 1, below the heads. */
          line: z.number().int(),
          company_name: z.string(),
          outcome: z.enum(importOutcomes),
          /** The broken rule of each field of a wrong line. */
          broken: z.record(z.string(), z.string()),
        }),
      ),
    }),
    errors: ['NoPermission', 'CompanyColumnMissing', 'TableTooLarge'],
  }),
  /** Exports the first companies of a list as CSV; the export is an entry of the audit log. */
  exportCompanies: call({ who, input: z.object(listed), output: csvOutput }),
}
