import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { email, instant, language, line, listOf, paging, text, timeZone, upload } from '#contract/fields.ts'
import { isCalendarDate, pitchStates } from './rules.ts'
import { instantOf } from './schedule.ts'

const date = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, { error: 'date' })
  .refine(isCalendarDate, { error: 'date' })
const time = z.string().regex(/^(0[1-9]|1[0-2]):[0-5]\d$/, { error: 'time' })
const noon = z.enum(['AM', 'PM'])
/** [RULE-031] E-mail addresses separated by commas. */
const emails = z
  .string()
  .max(4000)
  .transform(list =>
    list
      .split(',')
      .map(address => address.trim())
      .filter(Boolean),
  )
  .pipe(z.array(email).max(20))

const presentationName = line(200).pipe(z.string().min(1, { error: 'required' }))

/** What a person fills in to make or change a pitch. */
const pitchFields = {
  presentation_name: presentationName,
  presenter_name: line(160).pipe(z.string().min(1, { error: 'required' })),
  start_date: date,
  start_time: time,
  start_noon: noon,
  start_zone: timeZone,
  end_date: date,
  end_time: time,
  end_noon: noon,
  end_zone: timeZone,
  about: text(10_000).default(''),
  highlights: text(10_000).default(''),
  dealterms: text(10_000).default(''),
  keywords: line(400).default(''),
  product_type: line(120).default(''),
  company_name: line(120).default(''),
  is_public: z.boolean().default(false),
  co_host: emails.default([]),
  moderator: emails.default([]),
  show_question: z.boolean().default(false),
}

type Times = Pick<
  z.output<z.ZodObject<typeof pitchFields>>,
  'start_date' | 'start_time' | 'start_noon' | 'start_zone' | 'end_date' | 'end_time' | 'end_noon' | 'end_zone'
>

/** The two instants of a form. Undefined is a time that the clocks of its zone skip on that day. */
export const timesOf = (form: Times) => ({
  startsAt: instantOf({ date: form.start_date, time: form.start_time, noon: form.start_noon, zone: form.start_zone }),
  endsAt: instantOf({ date: form.end_date, time: form.end_time, noon: form.end_noon, zone: form.end_zone }),
})

/** [RULE-057, RULE-058] Both times are required, and clocks have to show them. */
function clocksShow(form: Times, context: z.core.$RefinementCtx): void {
  const { startsAt, endsAt } = timesOf(form)
  if (!startsAt) context.addIssue({ code: 'custom', path: ['start_time'], message: 'timeSkipped' })
  if (!endsAt) context.addIssue({ code: 'custom', path: ['end_time'], message: 'timeSkipped' })
}

/** Somebody to invite. Without a language: their account's, else the inviter's. */
export const Invitee = z.object({
  email,
  firstname: line(80).default(''),
  lastname: line(80).default(''),
  language: language.optional(),
})

/** A pitch as a list shows it. */
export const PitchItem = z.object({
  id: z.number().int(),
  uuid: z.uuid(),
  presentation_name: z.string(),
  presenter_name: z.string(),
  company_name: z.string(),
  start_date_raw: instant,
  start_zone: z.string(),
  end_date_raw: instant,
  state: z.enum(pitchStates),
  status: z.number().int(),
  is_public: z.boolean(),
  /** [ENT-010, STATE-028] Nobody changes it but those who may unlock it. */
  is_locked: z.boolean(),
  attendees: z.number().int(),
  /** Since when it is live, for the time on its row. */
  real_start_time: instant.nullable(),
  created_time: instant,
  updated_time: instant,
})
export type PitchItem = z.infer<typeof PitchItem>

const attached = z.object({ url: z.string(), filename: z.string() }).nullable()

/** One whole pitch, for those who may see it. */
export const PitchDetail = PitchItem.extend({
  user_id: z.uuid(),
  start_date_formated: z.string(),
  start_date: z.string(),
  start_time: z.string(),
  start_noon: noon,
  end_date: z.string(),
  end_time: z.string(),
  end_noon: noon,
  end_zone: z.string(),
  /** [ENT-004, ENT-005] Minutes since midnight on the zone's clocks: what the parts of a time sort by. */
  start_weight: z.number().int(),
  end_weight: z.number().int(),
  about: z.string(),
  about_file: attached,
  highlights: z.string(),
  highlights_file: attached,
  dealterms: z.string(),
  dealterms_file: attached,
  keywords: z.string(),
  product_type: z.string(),
  co_host: z.array(z.string()),
  moderator: z.array(z.string()),
  show_question: z.boolean(),
  no_file: z.boolean(),
  /** [ENT-024] The names of its slide files, and who is to present it. */
  pitch_files: z.array(z.string()),
  assignee: z.string(),
  real_end_time: instant.nullable(),
  /** The caller's part in it. */
  part: z.enum(['owner', 'coHost', 'moderator', 'admin', 'attendee']),
})
export type PitchDetail = z.infer<typeof PitchDetail>

/** Pitches that are live come first in every list, whatever the order. */
const listInput = {
  ...paging,
  name: line(100).optional(),
  start_time_s: instant.optional(),
  start_time_e: instant.optional(),
  state: z.enum(pitchStates).optional(),
  /** Those that were deleted in the last 30 days, and only those. */
  deleted: z.boolean().default(false),
  sort: z.enum(['name', 'start', 'created']).default('start'),
  order: z.enum(['asc', 'desc']).default('desc'),
}

export const pitchCalls = {
  createPitchByPresenter: call({
    path: 'token',
    who: callers.pitchMakers,
    body: 'multipart',
    input: z
      .object({
        ...pitchFields,
        /** Invited at once, when given. */
        attendees_arr: z.array(Invitee).max(5000).default([]),
        no_file: z.boolean().default(false),
        file: upload('.pptx,.ppt,.pdf').optional(),
        /** Finished resumable uploads instead of the file part, in their order. */
        upload_ids: z.array(z.string().max(200)).max(20).default([]),
      })
      .superRefine(clocksShow),
    output: z.object({ id: z.number().int(), uuid: z.uuid() }),
    errors: [
      'EndNotAfterStart',
      'StartInThePast',
      'PeopleNotDistinct',
      'DeckRequired',
      'EmailTwice',
      'UploadNotFound',
      'UploadNotFinished',
      'DeckTooManyFiles',
      'DeckNameTaken',
      'DeckTypeNotAllowed',
      'DeckTooLarge',
      'DeckEncrypted',
      'DeckDamaged',
      'DeckEmpty',
      'DeckTooManyPages',
      'DeckHostile',
      'DeckHasMacros',
      'DeckTooComplex',
      'ConverterMissing',
      'ConverterNotIsolated',
      'StorageFull',
    ],
  }),
  /** CALL-226. [ENT-003] Takes the presentation's name as `name` too. */
  updatePitch: call({
    path: 'token',
    who: callers.pitchMakers,
    input: z
      .object({
        uuid: z.uuid(),
        ...pitchFields,
        presentation_name: presentationName.optional(),
        name: presentationName.optional(),
      })
      .refine(form => form.presentation_name ?? form.name, { path: ['presentation_name'], error: 'required' })
      .superRefine(clocksShow),
    output: z.object({}),
    errors: [
      'PitchNotFound',
      'PitchStateForbids',
      'PitchLocked',
      'EndNotAfterStart',
      'StartInThePast',
      'PeopleNotDistinct',
    ],
  }),
  /** CALL-004: every pitch that the caller may manage, of the whole organisation for its admins. */
  getPitchListForEp: call({
    path: 'token',
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object({ ...listInput, type: z.enum(['all', 'upcoming', 'live', 'past']).default('all') }),
    output: listOf(PitchItem),
  }),
  /** CALL-005: the caller's own pitches, as owner or co-host. */
  getPitchListForPresenter: call({
    path: 'token',
    who: callers.pitchMakers,
    reads: true,
    answer: 'results',
    input: z.object(listInput),
    output: listOf(PitchItem),
  }),
  /** The pitches that the caller is invited to or may join, for the one-click join of signed-in people. */
  getInvitedPitchList: call({
    path: 'token',
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging }),
    output: listOf(PitchItem),
  }),
  /** GAP-001 */
  getPitchDetail: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    input: z.object({ uuid: z.uuid() }),
    output: PitchDetail,
    errors: ['PitchNotFound'],
  }),
  /** NAV-012, NAV-013: the screens' addresses carry the numeric id. */
  getPitchById: call({
    path: 'token',
    who: callers.pitchMakers,
    reads: true,
    input: z.object({ id: z.number().int().positive() }),
    output: PitchDetail,
    errors: ['PitchNotFound'],
  }),
  /** CALL-022: asks for both ids, and refuses a pair that does not match. */
  deletePitch: call({
    path: 'token',
    who: callers.pitchMakers,
    input: z.object({ id: z.number().int().positive(), uuid: z.uuid() }),
    output: z.object({}),
    errors: ['PitchNotFound', 'PitchStateForbids', 'PitchLocked'],
  }),
  /** Takes a deletion back, for 30 days. */
  restorePitch: call({
    path: 'token',
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({}),
    errors: ['PitchNotFound', 'PitchLocked'],
  }),
  /** CALL-028. [STATE-028, STATE-029] */
  updatePitchLockStatus: call({
    path: 'token',
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid(), is_locked: z.boolean() }),
    output: z.object({ is_locked: z.boolean() }),
    errors: ['PitchNotFound'],
  }),
  /** Those to whom a pitch can be handed: people of its organisation who may present, by name. */
  getAssigneeList: call({
    path: 'token',
    who: callers.pitchAdmins,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging, name: line(100).optional() }),
    output: listOf(z.object({ user_id: z.uuid(), name: z.string(), email: z.string() })),
    errors: ['PitchNotFound'],
  }),
  /** CALL-029: hands a pitch that has not begun to another presenter, who is named as its presenter from then on. */
  updatePitchUserId: call({
    path: 'token',
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid(), user_id: z.uuid() }),
    output: z.object({}),
    errors: ['PitchNotFound', 'PitchStateForbids', 'UserNotFound', 'PeopleNotDistinct'],
  }),
  /** CALL-065. [STATE-030] Opens a pitch that is over, to be presented again. */
  RestartPitch: call({
    path: 'token',
    who: callers.pitchMakers,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids', 'PitchLocked'],
  }),
  /** CALL-030. [STATE-032] Takes a pitch that is over back to before its invitations: what came of it is removed. */
  resetPitch: call({
    path: 'token',
    who: callers.pitchAdmins,
    input: z.object({ uuid: z.uuid() }),
    output: z.object({ status: z.number().int() }),
    errors: ['PitchNotFound', 'PitchStateForbids'],
  }),
}
