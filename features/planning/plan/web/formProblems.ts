import { understoodMoney } from '#contract/money.ts'
import { isEmailAddress } from '#features/core/part/rules.ts'
import { endsAfterStart, peopleAreDistinct, START_TOLERANCE_MS } from '#features/core/pitch/rules.ts'
import { instantOfMoment, type Moment, momentOf, toWire } from '#features/core/pitch/web/moment.ts'
import { isDay } from '#web/ui/days.ts'
import { currencyOf, type PitchForm } from './pitchForm.ts'

/** The most co-hosts, and the most moderators. */
const MOST_HELPERS = 20

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
  'exemptionRequired',
] as const
export type PitchProblem = (typeof problems)[number]

/** The fields that can be wrong, in their order on the screen. */
export const fields = [
  ...(['presentation_name', 'presenter_name', 'start', 'end'] as const),
  ...(['asked_amount', 'minimum_commitment', 'commit_until'] as const),
  ...(['co_host', 'moderator', 'exemption', 'file'] as const),
] as const
export type PitchField = (typeof fields)[number]
export type PitchProblems = Readonly<Partial<Record<PitchField, PitchProblem>>>

interface Surroundings {
  /** The owner's address, when it is known. */
  owner?: string | undefined
  now: Date
  /** The stored start, which may lie in the past. */
  storedStart?: Date | undefined
}

/** The problems of a form, by the rules of the server. */
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
    exemption: form.enforce_accredit && !form.exemption ? 'exemptionRequired' : undefined,
    co_host: helpersProblem(form.co_host) ?? sameProblem(owner, form.co_host, []),
    moderator: helpersProblem(form.moderator) ?? sameProblem(owner, form.co_host, form.moderator),
  }
  // moderators are compared with all others, so a clash with the co-hosts is shown once, at the co-hosts
  if (found.co_host === 'peopleNotDistinct' && found.moderator === 'peopleNotDistinct') found.moderator = undefined
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem))
}

/** The problem with the day of a moment that has no time yet. */
function dayProblem({ date, zone }: Moment, now?: Date): PitchProblem | undefined {
  if (date && !isDay(date)) return 'notADay'
  return date && now && date < momentOf(now, zone).date ? 'startInThePast' : undefined
}

/** Each is optional. The day of the deadline counts to its end. */
function termsProblems(form: PitchForm) {
  const { asked_amount = '', minimum_commitment = '', commit_until = '', start } = form
  const [target, minimum] = [asked_amount, minimum_commitment].map(text => understoodMoney(text, currencyOf(form)))
  const isOver = target !== undefined && minimum !== undefined && minimum > target
  return {
    asked_amount: asked_amount.trim() && target === undefined ? 'notAnAmount' : undefined,
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
  peopleAreDistinct(owner ?? '', coHosts, moderators) ? undefined : 'peopleNotDistinct'
