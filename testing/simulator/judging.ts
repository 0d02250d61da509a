import { type Act, type Expected, isForbidden, type Run } from './acts/act.ts'
import { wordsIn } from './chance.ts'
import { type Model, standingOf } from './model.ts'
import type { SimPerson } from './people.ts'
import type { Secret, Secrets } from './secrets.ts'
import type { Answer } from './servers.ts'
import { Violation } from './violation.ts'

export const expectedOf = (model: Model, act: Act): Expected =>
  isForbidden(model, act) ? 'refused' : act.expects?.(model)

export const wordOf = ({ by, call, on }: Act): string => `${by.label} ${call} ${on ?? ''}`.trim()

/** Holds the code of an answer against what the model expected before, and among other acts also after it. */
export function judge(act: Act, { code, text }: Answer, before: Expected, after: Expected, isAlone: boolean): void {
  const what = wordOf(act)
  if (code === 'Internal' || code === 'Unavailable' || code?.startsWith('status'))
    throw new Violation('breakdown', `${what}: ${text}`)
  if (code === 'InputInvalid') throw new Violation('simulator', `${what}: ${text}`)
  if (code === 'TooManyRequests') return
  if (before === 'refused' && code === undefined && (isAlone || after === 'refused'))
    throw new Violation('rights', `${what} had to be refused and was accepted`)
  if (before === 'accepted' && code !== undefined && isAlone)
    throw new Violation('rights', `${what} had to be accepted: ${code}`)
}

/** The secrets of an answer, as they were when it was sent. */
export const secretsIn = ({ text }: Answer, secrets: Secrets): Secret[] =>
  wordsIn(text).flatMap(word => secrets.get(word) ?? [])

interface Reading {
  readonly act: Act
  readonly viewer: SimPerson
  readonly answer: Answer
  readonly secrets: readonly Secret[]
  /** The model as it was when the batch was sent. */
  readonly before: Model
  /** Two acts of the batch changed the same: rules that may depend on it say nothing. */
  readonly isUncertain: boolean
}

/** Looks for facts that the caller may read neither before the act nor after it. */
export function checkReading(run: Run, { act, viewer, answer, secrets, before, isUncertain }: Reading): void {
  const { text } = answer
  const sight = { viewer, call: act.call }
  for (const secret of secrets) {
    if (secret.may(sight, before) || secret.may(sight, run.model) || (!secret.rests && isUncertain)) continue
    throw new Violation('secrecy', `${act.by.label} read ${secret.what} in ${act.call}: ${text.slice(0, 400)}`)
  }
  const standing = standingOf({ ...before, isDeleted: false }, viewer)
  const isOutside = standing === 'attendee' || standing === 'none' || standing === 'maybe'
  // the sum of one commitment is that commitment
  if (!isOutside || viewer.roles.includes('superadmin') || act.call === 'getCommitmentTerms') return
  for (const [money] of text.matchAll(/\$[\d,]+(?:\.\d\d)?/g)) {
    const whose = run.amounts.get(money)
    if (!whose || whose === act.by.label) continue
    throw new Violation('secrecy', `${act.by.label} read what ${whose} commits in ${act.call}: ${text.slice(0, 300)}`)
  }
}
