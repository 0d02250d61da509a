import type { Sent } from '#contract/call.ts'
import type { Currency } from '#contract/currencies.ts'
import { DOLLARS, formatMoney, parseMoney, showMoney, understoodMoney } from '#contract/money.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import type { Disclosure, Exemption, RecordingChoice, TotalChoice } from '#features/core/pitch/rules.ts'
import { fromWire, instantOfMoment, type Moment, momentOf, toWire } from '#features/core/pitch/web/moment.ts'
import type { planCalls } from '../contract.ts'

/** The values of a pitch's form, under the keys of the wire, so that the server's errors find their fields. */
export interface PitchForm {
  readonly presentation_name: string
  readonly presenter_name: string
  readonly company_name: string
  readonly product_type: string
  readonly keywords: string
  readonly start: Moment
  readonly end: Moment
  readonly about: string
  readonly highlights: string
  readonly dealterms: string
  readonly co_host: readonly string[]
  readonly moderator: readonly string[]
  readonly is_public: boolean
  readonly show_question: boolean
  /** Optional, because drafts of earlier versions lack these. */
  readonly currency?: Currency
  readonly series_id?: string
  /** As typed. */
  readonly asked_amount?: string
  readonly minimum_commitment?: string
  /** YYYY-MM-DD. */
  readonly commit_until?: string
  readonly commit_total?: TotalChoice
  readonly recording?: RecordingChoice
  readonly watermark?: boolean
  readonly spotlight?: boolean
  readonly mp4_to_text_flag?: boolean
  readonly enforce_accredit?: boolean
  readonly exemption?: Exemption
  readonly show_names?: boolean
  /** The company that it takes over: undefined before one was chosen, empty for none. */
  readonly company_id?: string
  readonly company_disclosure?: Disclosure
  readonly obfuscated_company_name?: string
  readonly obfuscated_description?: string
  readonly attach_pdfs_to_company_info_section?: boolean
}

type Created = Sent<(typeof planCalls)['createPitchByPresenter']>
type PitchFields = Omit<Created, 'attendees_arr' | 'no_file' | 'file' | 'upload_ids'>

/** The most characters of each text, as the contract has them. */
export const lengths = {
  presentation_name: 200,
  presenter_name: 160,
  company_name: 120,
  product_type: 120,
  keywords: 400,
  about: 10_000,
  highlights: 10_000,
  dealterms: 10_000,
} as const

/** An empty form: no time yet, the zone of the person. */
export const emptyForm = (presenter: string, zone: string): PitchForm => ({
  presentation_name: '',
  presenter_name: presenter,
  company_name: '',
  product_type: '',
  keywords: '',
  start: { date: '', time: '', zone },
  end: { date: '', time: '', zone },
  about: '',
  highlights: '',
  dealterms: '',
  co_host: [],
  moderator: [],
  is_public: false,
  show_question: false,
  currency: DOLLARS,
  series_id: '',
  asked_amount: '',
  minimum_commitment: '',
  commit_until: '',
  commit_total: 'host',
  recording: 'not',
  watermark: false,
  spotlight: false,
  mp4_to_text_flag: true,
  enforce_accredit: false,
  exemption: '',
  show_names: true,
})

/** The form of an existing pitch. */
export const formOf = (pitch: PitchDetail): PitchForm => ({
  presentation_name: pitch.presentation_name,
  presenter_name: pitch.presenter_name,
  company_name: pitch.company_name,
  product_type: pitch.product_type,
  keywords: pitch.keywords,
  start: fromWire({ date: pitch.start_date, time: pitch.start_time, noon: pitch.start_noon, zone: pitch.start_zone }),
  end: fromWire({ date: pitch.end_date, time: pitch.end_time, noon: pitch.end_noon, zone: pitch.end_zone }),
  about: pitch.about,
  highlights: pitch.highlights,
  dealterms: pitch.dealterms,
  co_host: pitch.co_host,
  moderator: pitch.moderator,
  is_public: pitch.is_public,
  show_question: pitch.show_question,
  currency: pitch.currency,
  series_id: pitch.series_id,
  asked_amount: showMoney(pitch.asked_amount),
  minimum_commitment: showMoney(pitch.minimum_commitment),
  commit_until: pitch.commit_until.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2'),
  commit_total: pitch.commit_total,
  recording: pitch.recording,
  watermark: pitch.watermark,
  spotlight: pitch.spotlight,
  mp4_to_text_flag: pitch.mp4_to_text_flag,
  enforce_accredit: pitch.enforce_accredit,
  exemption: pitch.exemption,
  show_names: pitch.show_names,
  company_id: pitch.company_id,
  company_disclosure: pitch.company_disclosure,
  obfuscated_company_name: pitch.obfuscated_company_name,
  obfuscated_description: pitch.obfuscated_description,
  attach_pdfs_to_company_info_section: pitch.attach_pdfs_to_company_info_section,
})

/** The end follows the start by an hour until the person chooses an end, and keeps its distance after that. */
export function withStart(form: PitchForm, start: Moment): PitchForm {
  const [before, after, end] = [instantOfMoment(form.start), instantOfMoment(start), instantOfMoment(form.end)]
  const sameZone = form.end.zone === form.start.zone
  const zone = sameZone ? start.zone : form.end.zone
  if (!after) return { ...form, start, end: { ...form.end, zone } }
  const length = before && end && end > before ? end.getTime() - before.getTime() : 3_600_000
  const wasChosen = end && !before
  return { ...form, start, end: wasChosen ? { ...form.end, zone } : momentOf(new Date(after.getTime() + length), zone) }
}

/** The currency of a form's amounts. */
export const currencyOf = ({ currency }: PitchForm): Currency => currency ?? DOLLARS

/** The amounts of a form in another currency: the numbers that were typed, since nothing is converted. */
export function inCurrency(form: PitchForm, next: Currency): Partial<PitchForm> {
  const again = (typed = '') => {
    const minor = understoodMoney(typed, currencyOf(form))
    if (minor === undefined) return typed
    // a number that the other currency cannot hold stays as it was typed, and is marked
    const bare = formatMoney(minor, currencyOf(form)).replace(/^\D+/, '')
    const there = understoodMoney(bare, next) ?? parseMoney(bare, next)
    return there === undefined ? typed : showMoney(formatMoney(there, next))
  }
  return { asked_amount: again(form.asked_amount), minimum_commitment: again(form.minimum_commitment) }
}

/** A typed amount in the format of calls. */
function moneyOf(typed = '', currency: Currency): string {
  const minor = understoodMoney(typed, currency)
  return minor === undefined ? typed : formatMoney(minor, currency)
}

/** The input of the calls. Only for a form without problems. */
export function fieldsOf(form: PitchForm): PitchFields {
  const { start, end, co_host, moderator, commit_until = '', ...texts } = form
  const { asked_amount, minimum_commitment } = form
  const [from, to] = [toWire(start), toWire(end)]
  if (!from || !to) throw new Error('The times of the pitch are incomplete.')
  return {
    ...texts,
    start_date: from.date,
    start_time: from.time,
    start_noon: from.noon,
    start_zone: from.zone,
    end_date: to.date,
    end_time: to.time,
    end_noon: to.noon,
    end_zone: to.zone,
    currency: currencyOf(form),
    asked_amount: moneyOf(asked_amount, currencyOf(form)),
    minimum_commitment: moneyOf(minimum_commitment, currencyOf(form)),
    commit_until: commit_until.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1'),
    co_host: co_host.join(','),
    moderator: moderator.join(','),
  }
}
