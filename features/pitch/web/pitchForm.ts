import type { Sent } from '#contract/call.ts'
import { parseMoney, type TotalChoice } from '#features/commitment/rules.ts'
import { isEmailAddress } from '#features/invite/rules.ts'
import type { pitchCalls } from '../contract.ts'
import type { PitchDetail } from '../fields.ts'
import { endsAfterStart, peopleAreDistinct, START_TOLERANCE_MS } from '../rules.ts'
import { instantOf, type WireMoment, wireMoment } from '../schedule.ts'
import { isDay } from './days.ts'

/** A moment as the pickers hold it: YYYY-MM-DD (or what was typed instead), HH:mm in 24 hours, an IANA zone. */
export interface Moment {
  readonly date: string
  readonly time: string
  readonly zone: string
}

/** What the forms of a pitch hold. Keys of the wire, so that the server's field errors find their fields. */
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
  /** A draft of an earlier day has none of these. What was typed: */
  readonly asked_amount?: string
  readonly minimum_commitment?: string
  /** YYYY-MM-DD. */
  readonly commit_until?: string
  readonly commit_total?: TotalChoice
  readonly show_names?: boolean
}

type Created = Sent<(typeof pitchCalls)['createPitchByPresenter']>
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

/** The most co-hosts, and the most moderators. */
const MOST_HELPERS = 20

const pad = (part: number) => String(part).padStart(2, '0')

/** A moment on the wire; undefined while a part is missing. */
function toWire({ date, time, zone }: Moment): WireMoment | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(time) ?? []
  if (!year || hours === undefined || !zone) return undefined
  const hour = Number(hours)
  return {
    date: `${month}/${day}/${year}`,
    time: `${pad(hour % 12 || 12)}:${minutes}`,
    noon: hour < 12 ? 'AM' : 'PM',
    zone,
  }
}

const fromWire = ({ date, time, noon, zone }: WireMoment): Moment => {
  const [month, day, year] = date.split('/')
  const [hours = '0', minutes] = time.split(':')
  return {
    date: `${year}-${month}-${day}`,
    time: `${pad((Number(hours) % 12) + (noon === 'PM' ? 12 : 0))}:${minutes}`,
    zone,
  }
}

/** The instant that a moment means, undefined while it is incomplete or no clock shows it. */
export function instantOfMoment(moment: Moment): Date | undefined {
  const wire = toWire(moment)
  return wire && instantOf(wire)
}

/** The moment that a zone's clocks show at an instant. */
export const momentOf = (instant: Date, zone: string): Moment => fromWire(wireMoment(instant, zone))

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
  asked_amount: '',
  minimum_commitment: '',
  commit_until: '',
  commit_total: 'host',
  show_names: true,
})

/** The form of a pitch that exists. */
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
  asked_amount: pitch.asked_amount,
  minimum_commitment: pitch.minimum_commitment,
  commit_until: pitch.commit_until.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2'),
  commit_total: pitch.commit_total,
  show_names: pitch.show_names,
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

/** What the server is sent. Only for a form without problems. */
export function fieldsOf(form: PitchForm): PitchFields {
  const { start, end, co_host, moderator, commit_until = '', ...texts } = form
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
    commit_until: commit_until.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1'),
    co_host: co_host.join(','),
    moderator: moderator.join(','),
  }
}

export const problems = [
  'nameRequired',
  'presenterRequired',
  'startRequired',
  'endRequired',
  'notADay',
  'noSuchHour',
  'startInThePast',
  'endNotAfterStart',
  'peopleNotDistinct',
  'notAnAddress',
  'tooManyPeople',
  'notAnAmount',
  'minimumAboveAsked',
  'endsBeforeStart',
] as const
export type PitchProblem = (typeof problems)[number]

/** The fields that can be wrong, in their order on the screen. */
export const fields = [
  ...(['presentation_name', 'presenter_name', 'start', 'end'] as const),
  ...(['asked_amount', 'minimum_commitment', 'commit_until'] as const),
  ...(['co_host', 'moderator', 'file'] as const),
] as const
export type PitchField = (typeof fields)[number]
export type PitchProblems = Readonly<Partial<Record<PitchField, PitchProblem>>>

interface Surroundings {
  /** The owner's address, when it is known. */
  owner?: string | undefined
  now: Date
  /** The start that is stored already: it may lie in the past. */
  storedStart?: Date | undefined
}

/** What is wrong with a form, as the server would find it. */
export function problemsOf(form: PitchForm, { owner, now, storedStart }: Surroundings): PitchProblems {
  const [start, end] = [instantOfMoment(form.start), instantOfMoment(form.end)]
  const moved = start && start.getTime() !== storedStart?.getTime()
  const found: Partial<Record<PitchField, PitchProblem | undefined>> = {
    presentation_name: form.presentation_name.trim() ? undefined : 'nameRequired',
    presenter_name: form.presenter_name.trim() ? undefined : 'presenterRequired',
    start: !toWire(form.start)
      ? (dayProblem(form.start, storedStart ? undefined : now) ?? 'startRequired')
      : !start
        ? 'noSuchHour'
        : moved && start.getTime() < now.getTime() - START_TOLERANCE_MS
          ? 'startInThePast'
          : undefined,
    end: !toWire(form.end)
      ? (dayProblem(form.end) ?? 'endRequired')
      : !end
        ? 'noSuchHour'
        : start && !endsAfterStart(start, end)
          ? 'endNotAfterStart'
          : undefined,
    ...termsProblems(form),
    co_host: helpersProblem(form.co_host) ?? sameProblem(owner, form.co_host, []),
    moderator: helpersProblem(form.moderator) ?? sameProblem(owner, form.co_host, form.moderator),
  }
  // the moderators are compared with everybody, so a clash among the others is said once, at the co-hosts
  if (found.co_host === 'peopleNotDistinct' && found.moderator === 'peopleNotDistinct') found.moderator = undefined
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem))
}

/** What is wrong with the day of a moment that has no time yet. */
function dayProblem({ date, zone }: Moment, now?: Date): PitchProblem | undefined {
  if (date && !isDay(date)) return 'notADay'
  return date && now && date < momentOf(now, zone).date ? 'startInThePast' : undefined
}

/** Each may be left open. The day of the deadline counts to its end. */
function termsProblems({ asked_amount = '', minimum_commitment = '', commit_until = '', start }: PitchForm) {
  const [asked, minimum] = [asked_amount, minimum_commitment].map(text => parseMoney(text.trim()))
  const isOver = asked !== undefined && minimum !== undefined && minimum > asked
  return {
    asked_amount: asked_amount.trim() && asked === undefined ? 'notAnAmount' : undefined,
    minimum_commitment:
      minimum_commitment.trim() && minimum === undefined ? 'notAnAmount' : isOver ? 'minimumAboveAsked' : undefined,
    commit_until:
      commit_until && !isDay(commit_until)
        ? 'notADay'
        : commit_until && isDay(start.date) && commit_until < start.date
          ? 'endsBeforeStart'
          : undefined,
  } as const
}

function helpersProblem(addresses: readonly string[]): PitchProblem | undefined {
  if (!addresses.every(isEmailAddress)) return 'notAnAddress'
  return addresses.length > MOST_HELPERS ? 'tooManyPeople' : undefined
}

const sameProblem = (owner: string | undefined, coHosts: readonly string[], moderators: readonly string[]) =>
  // an unknown owner is nobody's address
  peopleAreDistinct(owner ?? '', coHosts, moderators) ? undefined : 'peopleNotDistinct'
