import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging, sorting, text, upload } from '#contract/fields.ts'
import { PICTURE_BYTES, pictureTypes } from '#contract/pictures.ts'
import { pitchDetailCalls } from '#features/core/pitch/contract.ts'
import {
  clocksShow,
  companyChoices,
  Invitee,
  PitchItem,
  pitchFields,
  presentationName,
  TEXTS_BYTES,
  termsFit,
} from '#features/core/pitch/fields.ts'
import { companyTexts, MAX_DOCUMENT_BYTES, pitchStates } from '#features/core/pitch/rules.ts'
import { SpvSeries } from '#features/core/vehicle/contract.ts'
import { momentIsWhole, sendMoment } from '#features/planning/send/contract.ts'
import { contentFailures, deckRefusals, MAX_DECK_BYTES } from '#features/room/deck/rules.ts'
import { companyCalls } from './companyCalls.ts'

/** Pitches that are live come first in every list, whatever the order. */
const listInput = {
  ...paging,
  name: line(100).optional(),
  start_time_s: instant.optional(),
  start_time_e: instant.optional(),
  state: z.enum(pitchStates).optional(),
  /** Only pitches that were deleted in the last 30 days. */
  deleted: z.boolean().default(false),
  ...sorting(['name', 'start', 'created'], 'start', 'desc'),
}

export const planCalls = {
  ...pitchDetailCalls,
  ...companyCalls,
  /** Creates a pitch. */
  createPitchByPresenter: call({
    who: callers.pitchMakers,
    maxBytes: 700_000, // five thousand invitees
    body: 'multipart',
    maxFileBytes: MAX_DECK_BYTES,
    input: z
      .object({
        ...pitchFields,
        /** The owner, when an admin plans the pitch for another presenter; without it the caller. */
        user_id: z.uuid().optional(),
        attendees_arr: z.array(Invitee).max(5000).default([]),
        /** [ENT-012] Whether they are invited at a scheduled time, and when. */
        send_later: z.boolean().default(false),
        ...sendMoment,
        no_file: z.boolean().default(false),
        /** Whether its invitations show the first slide. */
        mail_slide: z.boolean().default(false),
        file: upload('.pptx,.ppt,.pdf').optional(),
        /** Finished resumable uploads instead of the file part, in their order. */
        upload_ids: z.array(z.string().max(200)).max(20).default([]),
        /** The draft of which the pitch is made, which is removed; and the version of it that the form shows. */
        draft_id: z.uuid().optional(),
        draft_version: z.number().int().optional(),
      })
      .superRefine(clocksShow)
      .superRefine(termsFit)
      .superRefine((form, context) => (form.send_later ? momentIsWhole(form, context) : undefined)),
    /** `waiting`: how many people are invited once the pitch is approved. */
    output: z.object({ id: z.number().int(), uuid: z.uuid(), waiting: z.number().int().optional() }),
    errors: [
      'EndNotAfterStart',
      'StartInThePast',
      'PeopleNotDistinct',
      'NoPermission',
      'UserNotFound',
      'DeckRequired',
      'EmailTwice',
      'SendInThePast',
      'SendNotBeforeStart',
      'SeriesNotFound',
      'SeriesCurrencyDiffers',
      'UploadNotFound',
      'UploadNotFinished',
      'DeckTooManyFiles',
      'DeckNameTaken',
      'DraftNotFound',
      'DraftChanged',
      'CompanyNotFound',
      'CompanyNamed',
      ...deckRefusals,
    ],
  }),
  /** CALL-226. [ENT-003] Takes the presentation's name as `name` too. */
  updatePitch: call({
    who: callers.pitchMakers,
    maxBytes: TEXTS_BYTES,
    input: z
      .object({
        uuid: z.uuid(),
        ...pitchFields,
        presentation_name: presentationName.optional(),
        name: presentationName.optional(),
        /** Left out: as it is, which may have been changed in the room. */
        show_names: z.boolean().optional(),
        /** Left out: as it is. Only those who look after pitches change it. */
        spotlight: z.boolean().optional(),
        /** Left out: as it is. */
        mp4_to_text_flag: z.boolean().optional(),
      })
      .refine(form => form.presentation_name ?? form.name, { path: ['presentation_name'], error: 'required' })
      .superRefine(clocksShow)
      .superRefine(termsFit),
    errors: [
      'StartBeforeSend',
      'PitchNotFound',
      'NoPermission',
      'PitchStateForbids',
      'PitchLocked',
      'EndNotAfterStart',
      'StartInThePast',
      'PeopleNotDistinct',
      'PitchHasCommitments',
      'CompanyNotFound',
      'CompanyNamed',
      'SeriesNotFound',
      'SeriesCurrencyDiffers',
    ],
  }),
  /**
   * CALL-027. [ENT-007] Changes the company's texts of a pitch, at any time, and who may see it and its documents.
   * Adds, replaces or removes the document (a PDF of at most 20 MB) beside one of them.
   */
  updateSgCompanyInfo: call({
    who: callers.pitchMakers,
    maxBytes: TEXTS_BYTES,
    body: 'multipart',
    maxFileBytes: MAX_DOCUMENT_BYTES,
    input: z
      .object({
        uuid: z.uuid(),
        about: text(10_000).optional(),
        highlights: text(10_000).optional(),
        dealterms: text(10_000).optional(),
        ...companyChoices,
        /** The text that `file` belongs to; without a file its document is removed. */
        document: z.enum(companyTexts).optional(),
        file: upload('.pdf').optional(),
      })
      .refine(form => !form.file || form.document, { path: ['document'], error: 'required' }),
    errors: [
      'PitchNotFound',
      'PitchLocked',
      'CompanyNamed',
      'DocumentTypeNotAllowed',
      'DocumentTooLarge',
      ...contentFailures,
      'DeckTooManyFailures',
      'StorageFull',
    ],
  }),
  /** [ENT-008] Sets the company's logo; without a file removes it. */
  updatePitchLogo: call({
    who: callers.pitchMakers,
    body: 'multipart',
    maxFileBytes: PICTURE_BYTES,
    input: z.object({ uuid: z.uuid(), file: upload(pictureTypes.join()).optional() }),
    output: z.object({ company_logo: z.string() }),
    errors: [
      'PitchNotFound',
      'PitchLocked',
      'PictureTooLarge',
      'PictureTypeNotAllowed',
      'PictureTooManyPixels',
      'PictureDamaged',
      'StorageFull',
    ],
  }),
  /**
   * Lists the series that a pitch of the caller's may name; of a presenter, those of the companies that they
   * represent.
   */
  getSeriesForPitch: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, name: line(80).optional() }),
    output: listOf(
      SpvSeries.pick({
        ...{ id: true, spv_series_name: true, company_name: true, status: true, currency: true },
        ...{ minimum_co_investment: true, maximum_of_investors: true },
      }),
    ),
  }),
  /** CALL-004: Lists every pitch that the caller may manage, of the whole organization for its admins. */
  getPitchListForEp: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({ ...listInput, type: z.enum(['all', 'upcoming', 'live', 'past']).default('all') }),
    output: listOf(PitchItem),
  }),
  /** CALL-005: Lists the caller's own pitches, as owner or co-host. */
  getPitchListForPresenter: call({
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object(listInput),
    output: listOf(PitchItem),
  }),
  /** Lists pitches that the caller is invited to or may join, for the one-click join of signed-in people. */
  getInvitedPitchList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging }),
    output: listOf(PitchItem),
  }),
  /** Lists pitches that the caller runs or is invited to and that are live or begin within 15 minutes. */
  getPitchesNow: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    output: listOf(
      z.object({ uuid: z.uuid(), presentation_name: z.string(), is_live: z.boolean(), starts_at: instant }),
    ),
  }),
  /** [CALL-022] Deletes a pitch. Takes both ids and refuses a pair that does not match. */
  deletePitch: call({
    who: callers.pitchMakers,
    input: z.object({ id: z.number().int().positive(), uuid: z.uuid() }),
    errors: ['RecordingHeld', 'PitchNotFound', 'PitchStateForbids', 'PitchLocked'],
  }),
  /** Undoes a deletion, for 30 days. */
  restorePitch: call({
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid() }),
    errors: ['PitchNotFound', 'PitchLocked'],
  }),
  /** CALL-028. [STATE-028, STATE-029] Locks or unlocks a pitch. */
  updatePitchLockStatus: call({
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid(), is_locked: z.boolean() }),
    output: z.object({ is_locked: z.boolean() }),
    errors: ['PitchNotFound'],
  }),
  /** [ENT-010] Puts a pitch into the spotlight of the dashboard, or takes it out. */
  updatePitchSpotlight: call({
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid(), spotlight: z.boolean() }),
    output: z.object({ spotlight: z.boolean() }),
    errors: ['PitchNotFound'],
  }),
  /** Lists presenters to whom a pitch can be handed over, or for whom one can be planned, by name. */
  getAssigneeList: call({
    who: callers.adminKinds,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid().optional(), ...paging, name: line(100).optional() }),
    output: listOf(z.object({ user_id: z.uuid(), name: z.string(), email: z.string() })),
    errors: ['PitchNotFound'],
  }),
  /** [CALL-029] Hands a pitch that has not begun over to another presenter, who is its named presenter from then on. */
  updatePitchUserId: call({
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid(), user_id: z.uuid() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'UserNotFound', 'PeopleNotDistinct'],
  }),
  /** CALL-065. [STATE-030] Reopens a pitch that is over, to be presented again. */
  RestartPitch: call({
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['RecordingHeld', 'PitchNotFound', 'PitchStateForbids', 'PitchLocked'],
  }),
  /** CALL-030. [STATE-032] Resets a pitch that is over to before its invitations and removes its results. */
  resetPitch: call({
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['RecordingHeld', 'PitchNotFound', 'PitchStateForbids'],
  }),
}
