import { z } from 'zod'
import { currencies } from '#contract/currencies.ts'
import { call, callers } from '#contract/declare.ts'
import { instant, language, line, listOf, paging, sorting, text } from '#contract/fields.ts'
import { Invitee, type pitchFields } from '#features/core/pitch/fields.ts'
import { companyTexts, disclosures, exemptions, recordingChoices, totalChoices } from '#features/core/pitch/rules.ts'
import { PreviewedMail } from '#features/planning/invite/contract.ts'

/** The largest body of a draft: five thousand invitees with names as long as they may be, in Chinese. */
const DRAFT_BYTES = 2_200_000

/** Addresses separated by commas, as typed. */
const addresses = z
  .string()
  .max(4000)
  .transform(list =>
    list
      .split(',')
      .map(address => address.trim())
      .filter(Boolean),
  )

/** [ENT-023] The fields of a pitch as they were typed, so that no half-written one is lost. */
export const draftFields = {
  presentation_name: line(200),
  presenter_name: line(160),
  start_date: line(60),
  start_time: line(8),
  start_noon: line(2),
  start_zone: line(60),
  end_date: line(60),
  end_time: line(8),
  end_noon: line(2),
  end_zone: line(60),
  about: text(10_000),
  highlights: text(10_000),
  dealterms: text(10_000),
  keywords: line(400),
  product_type: line(120),
  company_name: line(120),
  is_public: z.boolean(),
  co_host: addresses,
  moderator: addresses,
  show_question: z.boolean(),
  show_names: z.boolean(),
  currency: z.enum(currencies),
  series_id: z.union([z.literal(''), z.uuid()]),
  asked_amount: line(40),
  minimum_commitment: line(40),
  commit_until: line(60),
  commit_total: z.enum(totalChoices),
  recording: z.enum(recordingChoices),
  watermark: z.boolean(),
  spotlight: z.boolean(),
  mp4_to_text_flag: z.boolean(),
  enforce_accredit: z.boolean(),
  exemption: z.enum(exemptions),
  company_id: z.union([z.literal(''), z.uuid()]),
  company_disclosure: z.enum(disclosures),
  obfuscated_company_name: line(120),
  obfuscated_description: text(2000),
  attach_pdfs_to_company_info_section: z.boolean(),
} satisfies Record<keyof typeof pitchFields, z.ZodType>

/** What a draft has besides. */
const further = {
  no_file: z.boolean(),
  /** Whether its invitations show the first slide. */
  mail_slide: z.boolean(),
  /** The presenter for whom an admin plans it; empty for none. */
  user_id: z.union([z.literal(''), z.uuid()]),
  /** Whether an admin plans it for another presenter. */
  for_other: z.boolean(),
  attendees_arr: z.array(Invitee).max(5000),
  /** Whether and when the invitees are invited later, as typed. */
  send_later: z.boolean(),
  scheduled_send_date: line(60),
  scheduled_send_time: line(8),
  scheduled_send_noon: line(2),
  scheduled_send_zone: line(60),
  /** What was typed among the invitees and names none yet. */
  contacts_rest: text(20_000),
  /** Finished uploads in their order. One that is gone is left out. */
  upload_ids: z.array(z.string().max(200)).max(20),
}
const written = z.object({ ...draftFields, ...further }).partial().shape

/** A draft as lists show it. */
export const DraftItem = z.object({
  id: z.uuid(),
  /** [STATE-004] */
  state: z.literal('draft'),
  version: z.number().int(),
  presentation_name: z.string(),
  company_name: z.string(),
  presenter_name: z.string(),
  start_date: z.string(),
  start_time: z.string(),
  start_noon: z.string(),
  start_zone: z.string(),
  /** How many people are in its list. */
  contact_count: z.number().int(),
  files: z.number().int(),
  user_id: z.uuid(),
  /** Whose it is. */
  owner_name: z.string(),
  org_id: z.uuid(),
  org_name: z.string(),
  created_time: instant,
  updated_time: instant,
  /** Who changed it last. */
  updated_by: z.string(),
  deleted: z.boolean(),
})
export type DraftItem = z.infer<typeof DraftItem>

const typed = z.string()
export const DraftDetail = DraftItem.extend({
  ...draftFields,
  co_host: z.array(typed),
  moderator: z.array(typed),
  no_file: z.boolean(),
  mail_slide: z.boolean(),
  for_other: z.boolean(),
  attendees_arr: z.array(Invitee),
  contacts_rest: typed,
  send_later: z.boolean(),
  scheduled_send_date: typed,
  scheduled_send_time: typed,
  scheduled_send_noon: typed,
  scheduled_send_zone: typed,
  upload_ids: z.array(typed),
  /** For whom it is planned, where that is another presenter. */
  assignee: z.object({ user_id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  /** What a copy brings along besides its fields. */
  documents: z.array(z.object({ text: z.enum(companyTexts), filename: z.string() })),
  has_logo: z.boolean(),
})
export type DraftDetail = z.infer<typeof DraftDetail>

const Id = z.object({ id: z.uuid() })
const Saved = Id.extend({ version: z.number().int(), upload_ids: z.array(typed) })
const changed = z.object({ id: z.uuid(), version: z.number().int().min(1), ...written })
const listInput = {
  ...paging,
  name: line(100).optional(),
  /** Only drafts that were deleted in the last 30 days. */
  deleted: z.boolean().default(false),
  ...sorting(['name', 'updated', 'created'], 'updated', 'desc'),
}

export const draftCalls = {
  /** CALL-016. [STATE-019] Keeps a pitch that is being written as a draft. */
  createPitchDraftByPresenter: call({
    who: callers.pitchMakers,
    maxBytes: DRAFT_BYTES,
    input: z.object(written),
    output: Saved,
    errors: ['TooManyDrafts'],
  }),
  /** GAP-006. [STATE-020] Changes the given fields of the caller's own draft, if no one saved after `version`. */
  updatePitchDraftByPresenter: call({
    who: callers.pitchMakers,
    maxBytes: DRAFT_BYTES,
    input: changed,
    output: Saved,
    errors: ['DraftNotFound', 'DraftChanged'],
  }),
  /** CALL-017. [PERM-078] Changes the given fields of any draft of the organization. */
  updatePitchDraftByPitchAdmin: call({
    who: callers.pitchAdmins,
    maxBytes: DRAFT_BYTES,
    input: changed,
    output: Saved,
    errors: ['DraftNotFound', 'DraftChanged'],
  }),
  /** CALL-007. Lists the caller's own drafts. */
  getPitchDraftListForPresenter: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object(listInput),
    output: listOf(DraftItem),
  }),
  /** CALL-008. [PERM-078] Lists the drafts of the organization; for a super admin, of all. */
  getPitchDraftListAll: call({
    who: callers.pitchAdmins,
    reads: true,
    answer: 'results',
    input: z.object(listInput),
    output: listOf(DraftItem),
  }),
  /** CALL-009. Gets one of the caller's own drafts. */
  getPitchDraftForPresenter: call({
    who: callers.pitchMakers,
    reads: true,
    input: Id,
    output: DraftDetail,
    errors: ['DraftNotFound'],
  }),
  /** CALL-010. [PERM-078] Gets any draft of the organization. */
  getPitchDraftForPitchAdmin: call({
    who: callers.pitchAdmins,
    reads: true,
    input: Id,
    output: DraftDetail,
    errors: ['DraftNotFound'],
  }),
  /**
   * Gets the invitation to the pitch of a draft that the caller may change. It is that of `getInvitationPreview`, without
   * its first slide; null before the draft has a name, a start and an end.
   */
  getDraftInvitationPreview: call({
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ id: z.uuid(), language }),
    output: z.object({ mail: PreviewedMail.nullable() }),
    errors: ['DraftNotFound'],
  }),
  /** CALL-021. [STATE-021] Deletes a draft: the caller's own or, for pitch admins, any of the organization. */
  deletePitchDraft: call({ who: callers.pitchMakers, input: Id, errors: ['DraftNotFound'] }),
  /** Undoes a deletion, for 30 days. */
  restorePitchDraft: call({ who: callers.pitchMakers, input: Id, errors: ['DraftNotFound'] }),
  /** GAP-002. Copies a pitch into a draft, without its people and results. */
  copyPitch: call({
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid() }),
    output: Id,
    errors: ['PitchNotFound', 'TooManyDrafts', 'StorageFull'],
  }),
}
