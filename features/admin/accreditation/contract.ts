import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, language, line, listOf, paging, sorting, upload } from '#contract/fields.ts'
import { MAX_DOCUMENT_BYTES } from '#features/core/pitch/rules.ts'
import { contentFailures } from '#features/room/deck/rules.ts'
import { accreditationStates, MOST_PROOFS, memberships, ways } from './rules.ts'

const Proof = z.object({ id: z.uuid(), filename: z.string(), type: z.enum(['pdf', 'picture']), url: z.string() })

const Accreditation = z.object({
  id: z.uuid(),
  way: z.enum(ways),
  state: z.enum(accreditationStates),
  /** YYYY-MM-DD, of a letter. */
  letter_date: z.string().nullable(),
  submitted_on: instant,
  reviewed_on: instant.nullable(),
  /** The end of a verified one. */
  valid_until: instant.nullable(),
  /** Why it was refused. */
  reason: z.string(),
  /** Without those that were removed after the time for which they are kept. */
  proofs: z.array(Proof),
})
export type Accreditation = z.infer<typeof Accreditation>

const Reviewed = Accreditation.extend({
  user_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  org_name: z.string(),
  reviewer: z.string(),
})
export type ReviewedAccreditation = z.infer<typeof Reviewed>

const Id = z.object({ id: z.uuid() })
const { peopleAdmins: reviewers, everyone } = callers

export const accreditationCalls = {
  /** Gets the caller's accreditation, and what they have submitted, the latest first. */
  getAccreditation: call({
    who: everyone,
    reads: true,
    output: z.object({
      membership: z.enum(memberships),
      is_accredited: z.boolean(),
      /** [ENT-038] The end of the accreditation. */
      end_date_raw: instant.nullable(),
      items: z.array(Accreditation),
      /** The declaration that comes with every submission, in its version of today. */
      declaration: z.object({
        version: z.number().int(),
        en: z.string(),
        'zh-Hans': z.string(),
        'zh-Hant': z.string(),
      }),
    }),
  }),
  /**
   * [PROD-030] Stores a proof for the caller's next submission: a PDF of at most 20 MB, or a picture of at most 2 MB, which
   * is drawn anew. Unused ones are removed after a day.
   */
  uploadProofFile: call({
    who: everyone,
    body: 'multipart',
    maxFileBytes: MAX_DOCUMENT_BYTES,
    whileImpersonating: false,
    input: z.object({ file: upload('.pdf,.jpg,.jpeg,.png,.webp') }),
    output: z.object({ id: z.uuid(), filename: z.string() }),
    errors: [
      ...(['DocumentTypeNotAllowed', 'DocumentTooLarge', 'DeckTooManyFailures', 'TooManyUploads'] as const),
      ...(['PictureTooLarge', 'PictureTypeNotAllowed', 'PictureTooManyPixels', 'PictureDamaged'] as const),
      ...contentFailures,
    ],
  }),
  /** Declares an accreditation, and submits it with its proofs for review; `self` is a declaration alone. */
  startAccreditation: call({
    who: everyone,
    whileImpersonating: false,
    input: z
      .object({
        way: z.enum(ways),
        letter_date: z.union([z.literal(''), z.iso.date()]).default(''),
        proof_ids: z.array(z.uuid()).max(MOST_PROOFS).default([]),
        declaration_version: z.number().int(),
        declaration_language: language,
      })
      .superRefine(({ way, letter_date, proof_ids }, context) => {
        if (way === 'letter' && !letter_date)
          context.addIssue({ code: 'custom', path: ['letter_date'], message: 'required' })
        if (way !== 'self' && proof_ids.length === 0)
          context.addIssue({ code: 'custom', path: ['proof_ids'], message: 'required' })
      }),
    output: Id,
    errors: ['AccreditationStateForbids', 'AccreditationDeclarationChanged', 'LetterTooOld', 'EvidenceMissing'],
  }),
  /** Lists the accreditations of the caller's organization, pending or decided. */
  getAccreditationList: call({
    who: reviewers,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(120).optional(),
      state: z.enum(accreditationStates).optional(),
      ...sorting(['submitted_on', 'name'], 'submitted_on', 'desc'),
    }),
    output: listOf(Reviewed),
  }),
  /** Approves or rejects a submission, or withdraws the decision. No one can decide on their own. */
  reviewAccreditation: call({
    who: reviewers,
    whileImpersonating: false,
    input: Id.extend({
      decision: z.enum(['approve', 'refuse', 'undo']),
      reason: line(500).default(''),
    }).refine(({ decision, reason }) => decision !== 'refuse' || reason, { path: ['reason'], error: 'required' }),
    errors: ['AccreditationNotFound', 'AccreditationStateForbids', 'OwnAccreditation', 'LetterTooOld'],
  }),
}
