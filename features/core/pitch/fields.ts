import { z } from 'zod'
import { currencies } from '#contract/currencies.ts'
import { email, instant, language, line, text, timeZone } from '#contract/fields.ts'
import { DOLLARS, parseMoney } from '#contract/money.ts'
import {
  accreditationGaps,
  approvals,
  disclosures,
  exemptions,
  isCalendarDate,
  pitchStates,
  recordingChoices,
  totalChoices,
} from './rules.ts'
import { instantOf } from './schedule.ts'

const date = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, { error: 'date' })
  .refine(isCalendarDate, { error: 'date' })
const time = z.string().regex(/^(0[1-9]|1[0-2]):[0-5]\d$/, { error: 'time' })
const noon = z.enum(['AM', 'PM'])
/** The parts of a moment as the wire writes them. */
export const momentParts = { date, time, noon }
/** [RULE-031] Email addresses separated by commas. */
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

/** "$25,000", "JPY 25,000", or empty for none; `termsFit` holds it to the currency. */
const money = line(40).default('')

export const presentationName = line(200).pipe(z.string().min(1, { error: 'required' }))

/** What a pitch says of its company beside the texts; what is left out stays as it is. */
export const companyChoices = {
  /** Who may know the company before the start; everyone else gets the name and the text that stand for it. */
  company_disclosure: z.enum(disclosures).optional(),
  obfuscated_company_name: line(120).optional(),
  obfuscated_description: text(2000).optional(),
  /** [ENT-022] Whether the documents beside the texts are for attendees too. */
  attach_pdfs_to_company_info_section: z.boolean().optional(),
}

/** What a person fills in to make or change a pitch. */
export const pitchFields = {
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
  /** Whether attendees see each other's names in the room: without them, guest mode is on from the start. */
  show_names: z.boolean().default(true),
  /** [ISO 4217] Of every amount of the pitch. */
  currency: z.enum(currencies).default(DOLLARS),
  /** The whole amount, and the least that an attendee may commit. */
  asked_amount: money,
  minimum_commitment: money,
  /** The series of an SPV whose seats commitments take; empty for none. */
  series_id: z.union([z.literal(''), z.uuid()]).default(''),
  /** The last day on which commitments are taken, on the clocks of the start; empty for no end. */
  commit_until: z.union([z.literal(''), date]).default(''),
  /** Who sees in the room what all commitments are together. */
  commit_total: z.enum(totalChoices).default('host'),
  /** Whether it is recorded: not, from its start, or when its presenter begins it. */
  recording: z.enum(recordingChoices).default('not'),
  /** Each viewer’s own name lies over the slides and the replay. */
  watermark: z.boolean().default(false),
  /** [ENT-010] It stands first on the dashboard of the people who may attend it; chosen by those who look after pitches. */
  spotlight: z.boolean().default(false),
  /** [ENT-010] The words spoken in its recording are kept as text that its viewers search, read and download. */
  mp4_to_text_flag: z.boolean().default(true),
  /** [ENT-010] Attendees need a valid accreditation, and the offering an exemption. */
  enforce_accredit: z.boolean().default(false),
  exemption: z.enum(exemptions).default(''),
  /** The company that it presents; its logo and documents are taken over when it is chosen. Empty for none. */
  company_id: z.union([z.literal(''), z.uuid()]).optional(),
  ...companyChoices,
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
export function clocksShow(form: Times, context: z.core.$RefinementCtx): void {
  const { startsAt, endsAt } = timesOf(form)
  if (!startsAt) context.addIssue({ code: 'custom', path: ['start_time'], message: 'timeSkipped' })
  if (!endsAt) context.addIssue({ code: 'custom', path: ['end_time'], message: 'timeSkipped' })
}

type Terms = Pick<
  z.output<z.ZodObject<typeof pitchFields>>,
  'currency' | 'asked_amount' | 'minimum_commitment' | 'commit_until' | 'start_zone' | 'enforce_accredit' | 'exemption'
>

/** The last moment of the last day on which commitments are taken. */
export function commitUntilOf({ commit_until, start_zone }: Pick<Terms, 'commit_until' | 'start_zone'>): Date | null {
  if (!commit_until) return null
  const minute = instantOf({ date: commit_until, time: '11:59', noon: 'PM', zone: start_zone })
  return minute ? new Date(minute.getTime() + 59_999) : null
}

/**
 * Refuses what is no amount of the currency, a minimum above the whole amount, a deadline before the start, and an
 * accreditation that is enforced without the offering's exemption.
 */
export function termsFit(form: Terms & Times, context: z.core.$RefinementCtx): void {
  for (const field of ['asked_amount', 'minimum_commitment'] as const)
    if (form[field] && parseMoney(form[field], form.currency) === undefined)
      context.addIssue({ code: 'custom', path: [field], message: 'amountNotAllowed' })
  if (form.enforce_accredit && !form.exemption)
    context.addIssue({ code: 'custom', path: ['exemption'], message: 'required' })
  const [wanted, minimum] = [form.asked_amount, form.minimum_commitment].map(text => parseMoney(text, form.currency))
  if (wanted !== undefined && minimum !== undefined && minimum > wanted)
    context.addIssue({ code: 'custom', path: ['minimum_commitment'], message: 'minimumAboveAsked' })
  const [until, { startsAt }] = [commitUntilOf(form), timesOf(form)]
  if (until && startsAt && until < startsAt)
    context.addIssue({ code: 'custom', path: ['commit_until'], message: 'endsBeforeStart' })
}

/** The largest body with the three texts of a company in Chinese, percent-encoded. */
export const TEXTS_BYTES = 400_000

/** A person to invite. Without a language: their account's, else the inviter's. */
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
  /** [ENT-010, STATE-028] Only a person who may unlock it may change it. */
  is_locked: z.boolean(),
  /** [ENT-010] */
  spotlight: z.boolean(),
  /** [ENT-010] Where its review stands; attendees do not learn it. */
  attribute_status: z.enum(approvals),
  attendees: z.number().int(),
  /** Since when it is live, for the time on its row. */
  real_start_time: instant.nullable(),
  created_time: instant,
  updated_time: instant,
})
export type PitchItem = z.infer<typeof PitchItem>

/** [ENT-007] A document beside one of the texts; the address downloads it, for everyone who may see the pitch. */
const attached = z.object({ url: z.string(), filename: z.string() }).nullable()

/** One whole pitch, for a caller who may see it. */
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
  /** [ENT-008] A stored picture, below `/webapi/`; empty for none. */
  company_logo: z.string(),
  /** The company whose texts were taken over; empty for none. */
  company_id: z.string(),
  /** Its name on documents and on the deal's page. */
  legal_name: z.string(),
  /** Whether it was approved as an enterprise under these two names. */
  company_verified: z.boolean(),
  company_disclosure: z.enum(disclosures),
  /** What stands for the company's name and texts; attendees get it in their place. */
  obfuscated_company_name: z.string(),
  obfuscated_description: z.string(),
  attach_pdfs_to_company_info_section: z.boolean(),
  co_host: z.array(z.string()),
  moderator: z.array(z.string()),
  /** Co-hosts and moderators whose name is known. */
  team_names: z.array(z.object({ email: z.string(), name: z.string() })),
  show_question: z.boolean(),
  show_names: z.boolean(),
  currency: z.enum(currencies),
  /** For the pitch's managers; empty without a series. */
  series_id: z.string(),
  series_name: z.string(),
  asked_amount: z.string(),
  minimum_commitment: z.string(),
  /** MM/DD/YYYY, or empty. */
  commit_until: z.string(),
  commit_total: z.enum(totalChoices),
  recording: z.enum(recordingChoices),
  watermark: z.boolean(),
  mp4_to_text_flag: z.boolean(),
  /** [ENT-010] Attendees need a valid accreditation to join, to watch, to read the files and to commit. */
  enforce_accredit: z.boolean(),
  exemption: z.enum(exemptions),
  /** What the caller lacks of it; empty when they lack nothing. */
  accreditation_gap: z.enum(['', ...accreditationGaps]),
  no_file: z.boolean(),
  /** [ENT-012] Whether and when its invitations go out, for the pitch's managers; empty when none wait. */
  send_later: z.boolean(),
  scheduled_send_date: z.string(),
  scheduled_send_time: z.string(),
  scheduled_send_noon: z.union([z.literal(''), noon]),
  scheduled_send_zone: z.string(),
  /** [ENT-011] The released part of its recording, hh:mm:ss from its start; empty for none. */
  audit_start_time: z.string(),
  audit_end_time: z.string(),
  audit_duration: z.string(),
  /** [ENT-024] The names of its slide files, and who is to present it. */
  pitch_files: z.array(z.string()),
  assignee: z.string(),
  real_end_time: instant.nullable(),
  /** The caller's part in it. */
  part: z.enum(['owner', 'coHost', 'moderator', 'admin', 'attendee']),
})
export type PitchDetail = z.infer<typeof PitchDetail>
