import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { filled, instant, line, listOf, paging, sorting, upload } from '#contract/fields.ts'
import { verificationStates } from '#features/core/company/rules.ts'
import { MAX_DOCUMENT_BYTES } from '#features/core/pitch/rules.ts'
import { contentFailures } from '#features/room/deck/rules.ts'
import { evidenceKinds, submissionStates } from './rules.ts'

const Evidence = z.object({ id: z.uuid(), kind: z.enum(evidenceKinds), filename: z.string(), url: z.string() })

/** One submission. The numbers are masked; a super admin reads them by a call of its own, which is audited. */
const Submission = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  company_name: z.string(),
  org_name: z.string(),
  legal_name: z.string(),
  country: z.string(),
  licence_number: z.string(),
  id_card_number: z.string(),
  evidence: z.array(Evidence),
  state: z.enum(submissionStates),
  submitted_by: z.string(),
  submitted_on: instant,
  reviewed_on: instant.nullable(),
  /** Why it was rejected. */
  reason: z.string(),
})
export type Submission = z.infer<typeof Submission>

const Id = z.object({ id: z.uuid() })
const CompanyId = z.object({ company_id: z.uuid() })
const { adminKinds: who } = callers
const superadmin = ['superadmin'] as const

export const enterpriseCalls = {
  /** Lists the submissions of one company, or of all that the caller sees, the latest first. */
  getEnterpriseVerificationList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(120).optional(),
      state: z.enum(submissionStates).optional(),
      company_id: z.uuid().optional(),
      ...sorting(['submitted_on', 'name'], 'submitted_on', 'desc'),
    }),
    output: listOf(Submission),
  }),
  /**
   * Stores one document for the next submission of a company: a PDF of at most 20 MB. Unused ones are removed after a
   * day.
   */
  createEnterpriseEvidence: call({
    who,
    body: 'multipart',
    maxFileBytes: MAX_DOCUMENT_BYTES,
    whileImpersonating: false,
    input: CompanyId.extend({ kind: z.enum(evidenceKinds), file: upload('.pdf') }),
    output: z.object({ id: z.uuid(), filename: z.string() }),
    errors: [
      'CompanyNotFound',
      'DocumentTypeNotAllowed',
      'DocumentTooLarge',
      ...contentFailures,
      'DeckTooManyFailures',
      'StorageFull',
    ],
  }),
  /**
   * GAP-011. [STATE-084] Submits a company for verification as an enterprise. The company needs a legal name and a
   * country, by which the numbers are checked.
   */
  submitEnterpriseVerification: call({
    who,
    whileImpersonating: false,
    // numbers of an identity card are not kept for a repeat
    keepsAnswer: false,
    input: CompanyId.extend({
      licence_number: filled(60),
      id_card_number: filled(60),
      evidence_ids: z.array(z.uuid()).max(10).default([]),
    }),
    output: Id,
    errors: ['CompanyNotFound', 'CompanyIncomplete', 'VerificationStateForbids', 'EvidenceMissing'],
  }),
  /** GAP-011. [STATE-085, STATE-086] Approves or rejects the verification of a company. A rejection says why. */
  reviewEnterpriseVerification: call({
    who: superadmin,
    whileImpersonating: false,
    input: Id.extend({ approved: z.boolean(), reason: line(500).default('') }).refine(
      ({ approved, reason }) => approved || reason,
      { path: ['reason'], error: 'required' },
    ),
    errors: ['VerificationNotFound', 'VerificationStateForbids'],
  }),
  /** [STATE-087] Sets whether a company needs a review. */
  setEnterpriseReviewNeeded: call({
    who: superadmin,
    whileImpersonating: false,
    input: CompanyId.extend({ needed: z.boolean() }),
    output: z.object({ verification: z.enum(verificationStates) }),
    errors: ['CompanyNotFound', 'VerificationStateForbids'],
  }),
  /** Gets the full numbers of a submission, for its review; each reading is an entry of the audit log. */
  readEnterpriseNumbers: call({
    who: superadmin,
    whileImpersonating: false,
    keepsAnswer: false,
    input: Id,
    output: z.object({ licence_number: z.string(), id_card_number: z.string() }),
    errors: ['VerificationNotFound'],
  }),
}
