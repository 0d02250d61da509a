import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line, listOf, paging } from '#contract/fields.ts'
import { companyTexts } from '#features/core/pitch/rules.ts'

const { pitchMakers: who } = callers

/** What a pitch copies from a company, by the fields of the pitch. */
export const takenFields = [
  'company_name',
  'legal_name',
  'about',
  'highlights',
  'obfuscated_company_name',
  'obfuscated_description',
  'company_logo',
  'about_file',
  'highlights_file',
] as const
export type TakenField = (typeof takenFields)[number]

const CompanyChoice = z.object({
  id: z.uuid(),
  company_name: z.string(),
  legal_name: z.string(),
  /** [CALL-154] The presenter's first company, which a new pitch begins with. */
  is_first: z.boolean(),
})

/** A company that a pitch presents: choosing it, and what is copied from it. */
export const companyCalls = {
  /**
   * Lists the companies to choose from, the presenter's first one before the others. A presenter chooses among those
   * that they represent, an admin among all of the organization.
   */
  getPitchCompanyList: call({
    who,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      name: line(120).optional(),
      /** The pitch, or the presenter for whom an admin plans one; without either, a pitch of the caller's own. */
      uuid: z.uuid().optional(),
      user_id: z.uuid().optional(),
    }),
    output: listOf(CompanyChoice),
    errors: ['PitchNotFound', 'NoPermission', 'UserNotFound'],
  }),
  /** Gets the texts of a company that the caller may choose, or that one of their pitches has. */
  getPitchCompany: call({
    who,
    reads: true,
    input: z.object({ id: z.uuid(), uuid: z.uuid().optional() }),
    output: CompanyChoice.omit({ is_first: true }).extend({
      about: z.string(),
      highlights: z.string(),
      obfuscated_company_name: z.string(),
      obfuscated_description: z.string(),
    }),
    errors: ['PitchNotFound', 'CompanyNotFound'],
  }),
  /** Shows how a pitch and its company differ since the texts were copied. */
  getPitchCompanyDrift: call({
    who,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      /** Null when the pitch has no company, or it was deleted. */
      company: z.object({ id: z.uuid(), company_name: z.string() }).nullable(),
      /** What differs: the text, or the name of the file, on both sides. */
      differs: z.array(z.object({ field: z.enum(takenFields), pitch: z.string(), company: z.string() })),
    }),
    errors: ['PitchNotFound'],
  }),
  /**
   * Takes fields of the pitch's company over, or of another one, which is the pitch's from then on. Also while it is
   * live.
   */
  takeCompanyOver: call({
    who,
    input: z.object({
      uuid: z.uuid(),
      company_id: z.uuid().optional(),
      fields: z.array(z.enum(takenFields)).min(1).max(takenFields.length),
    }),
    errors: ['PitchNotFound', 'PitchLocked', 'CompanyNotFound', 'CompanyNamed'],
  }),
  /**
   * [ENT-022] Lists the addresses of pictures of the first pages of a document beside a text; none where it cannot be
   * drawn.
   */
  getPitchDocumentPages: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid(), document: z.enum(companyTexts) }),
    output: z.object({ pages: z.array(z.string()) }),
    errors: ['PitchNotFound'],
  }),
}
