import type { Sent } from '#contract/call.ts'
import { showMoney } from '#contract/money.ts'
import { fromWire, type Moment, toWire } from '#features/core/pitch/web/moment.ts'
import type { DraftDetail, draftCalls } from '#features/planning/draft/contract.ts'
import { type InviteeInput, invitedIn, inviteesOf, lineOf } from '#features/planning/invite/web/invitees.ts'
import type { Assignee } from '../AssigneeSelect.tsx'
import { currencyOf, type PitchForm } from '../pitchForm.ts'

/** A pitch that is being written. */
export interface CreateDraft {
  readonly form: PitchForm
  readonly invitees: InviteeInput
  /** Finished uploads, in their order. */
  readonly uploads: readonly string[]
  readonly noFile: boolean
  /** Whether the invitations show the first slide. Optional, because drafts of earlier versions lack it. */
  readonly mailSlide?: boolean
  /** When the invitees are invited; null or missing: as soon as the pitch is created. */
  readonly sendAt?: Moment | null
  /** The presenter for whom an admin plans it. */
  readonly assignee: Assignee | null
}

/** What is compared, saved and chosen as one: a field of the form, or one of the other parts. */
export type Unit = keyof PitchForm | 'invitees' | 'uploads' | 'noFile' | 'mailSlide' | 'assignee' | 'sendAt'
const others = ['invitees', 'uploads', 'noFile', 'mailSlide', 'assignee', 'sendAt'] as const
const isOther = (unit: Unit): unit is (typeof others)[number] => (others as readonly string[]).includes(unit)

type Wire = Sent<typeof draftCalls.createPitchDraftByPresenter>

const dayToWire = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')
const dayFromWire = (day: string) => day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')

/** A moment of which a part may be missing: its date and its time are written apart. */
function momentToWire({ date, time, zone }: Moment) {
  const clock = toWire({ date: '2000-01-01', time, zone })
  return { date: dayToWire(date), time: clock?.time ?? '', noon: clock?.noon ?? '', zone }
}

function momentFromWire(date: string, time: string, noon: string, zone: string): Moment {
  const clock = time && fromWire({ date: '01/01/2000', time, noon: noon === 'PM' ? 'PM' : 'AM', zone }).time
  return { date: dayFromWire(date), time: clock || '', zone }
}

/** The fields of the calls that one unit is. */
function wireOf(value: CreateDraft, unit: Unit): Wire {
  const { form } = value
  if (unit === 'start') {
    const { date, time, noon, zone } = momentToWire(form.start)
    return { start_date: date, start_time: time, start_noon: noon, start_zone: zone }
  }
  if (unit === 'end') {
    const { date, time, noon, zone } = momentToWire(form.end)
    return { end_date: date, end_time: time, end_noon: noon, end_zone: zone }
  }
  if (unit === 'invitees') return inviteesToWire(value.invitees)
  if (unit === 'sendAt') return sendToWire(value.sendAt)
  if (unit === 'uploads') return { upload_ids: [...value.uploads] }
  if (unit === 'noFile') return { no_file: value.noFile }
  if (unit === 'mailSlide') return { mail_slide: value.mailSlide ?? false }
  if (unit === 'assignee') return { user_id: value.assignee?.user_id ?? '' }
  if (unit === 'currency') return { currency: currencyOf(form) }
  if (unit === 'commit_until') return { commit_until: dayToWire(form.commit_until ?? '') }
  if (unit === 'co_host' || unit === 'moderator') return { [unit]: form[unit].join(',') }
  return { [unit]: form[unit] ?? '' }
}

function sendToWire(sendAt: CreateDraft['sendAt']): Wire {
  const { date, time, noon, zone } = momentToWire(sendAt ?? { date: '', time: '', zone: '' })
  return {
    send_later: Boolean(sendAt),
    scheduled_send_date: date,
    scheduled_send_time: time,
    scheduled_send_noon: noon,
    scheduled_send_zone: zone,
  }
}

function sendFromWire(draft: DraftDetail): Moment | null {
  if (!draft.send_later) return null
  const { scheduled_send_date: date, scheduled_send_time: time, scheduled_send_noon: noon } = draft
  return momentFromWire(date, time, noon, draft.scheduled_send_zone)
}

/** The fields of several units, as input of the calls. */
export const fieldsOfUnits = (value: CreateDraft, units: readonly Unit[]): Wire =>
  Object.assign({}, ...units.map(unit => wireOf(value, unit)))

/** The people who can be invited, and what names none yet as text. */
function inviteesToWire(input: InviteeInput) {
  const { people, wrong } = inviteesOf(input)
  const rest = wrong
    .filter(({ problem }) => problem !== 'twice')
    .map(({ firstname, lastname, email }) => [firstname, lastname, email].filter(Boolean).join(' '))
  return { attendees_arr: invitedIn(input.language, people), contacts_rest: rest.join('\n').slice(0, 20_000) }
}

/** A draft of the server as the form holds it. */
export function valueIn(draft: DraftDetail): CreateDraft {
  const [first] = draft.attendees_arr
  const text = [...draft.attendees_arr.map(lineOf), draft.contacts_rest].filter(Boolean).join('\n')
  return {
    form: {
      presentation_name: draft.presentation_name,
      presenter_name: draft.presenter_name,
      company_name: draft.company_name,
      product_type: draft.product_type,
      keywords: draft.keywords,
      start: momentFromWire(draft.start_date, draft.start_time, draft.start_noon, draft.start_zone),
      end: momentFromWire(draft.end_date, draft.end_time, draft.end_noon, draft.end_zone),
      about: draft.about,
      highlights: draft.highlights,
      dealterms: draft.dealterms,
      co_host: draft.co_host,
      moderator: draft.moderator,
      is_public: draft.is_public,
      show_question: draft.show_question,
      currency: draft.currency,
      series_id: draft.series_id,
      asked_amount: showMoney(draft.asked_amount),
      minimum_commitment: showMoney(draft.minimum_commitment),
      commit_until: dayFromWire(draft.commit_until),
      commit_total: draft.commit_total,
      recording: draft.recording,
      watermark: draft.watermark,
      spotlight: draft.spotlight,
      mp4_to_text_flag: draft.mp4_to_text_flag,
      enforce_accredit: draft.enforce_accredit,
      exemption: draft.exemption,
      show_names: draft.show_names,
      company_id: draft.company_id,
      company_disclosure: draft.company_disclosure,
      obfuscated_company_name: draft.obfuscated_company_name,
      obfuscated_description: draft.obfuscated_description,
      attach_pdfs_to_company_info_section: draft.attach_pdfs_to_company_info_section,
    },
    invitees: { text, files: [], leftOut: [], ...(first?.language && { language: first.language }) },
    uploads: draft.upload_ids,
    noFile: draft.no_file,
    mailSlide: draft.mail_slide,
    sendAt: sendFromWire(draft),
    assignee: draft.assignee,
  }
}

const unitsOf = ({ form }: CreateDraft): Unit[] => [...(Object.keys(form) as (keyof PitchForm)[]), ...others]

/** All fields, as input of the calls. */
export const allFieldsOf = (value: CreateDraft): Wire => fieldsOfUnits(value, unitsOf(value))

const isSame = (one: CreateDraft, other: CreateDraft, unit: Unit): boolean =>
  isOther(unit) ? one[unit] === other[unit] : one.form[unit] === other.form[unit]

/** Whether a value may differ from another one: quick, for every key that is pressed. */
export const mayDiffer = (one: CreateDraft, other: CreateDraft): boolean =>
  unitsOf(one).some(unit => !isSame(one, other, unit))

/** The units in which two values differ. */
export function differing(one: CreateDraft, other: CreateDraft): Unit[] {
  return unitsOf(one).filter(
    unit => !isSame(one, other, unit) && JSON.stringify(wireOf(one, unit)) !== JSON.stringify(wireOf(other, unit)),
  )
}

/** A value with some units of another one. */
export function taking(value: CreateDraft, from: CreateDraft, units: readonly Unit[]): CreateDraft {
  let now = value
  for (const unit of units)
    now = isOther(unit) ? { ...now, [unit]: from[unit] } : { ...now, form: { ...now.form, [unit]: from.form[unit] } }
  return now
}

/** What two people changed since `base`: what only they did, and what both did differently. */
export function compare(base: CreateDraft, mine: CreateDraft, theirs: CreateDraft) {
  const changed = differing(base, theirs)
  const own = new Set(differing(base, mine))
  const apart = new Set(differing(mine, theirs))
  const both = changed.filter(unit => own.has(unit) && apart.has(unit))
  return { changed, both, onlyTheirs: changed.filter(unit => !both.includes(unit)) }
}
