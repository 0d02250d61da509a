import type { Chance } from '../chance.ts'
import { type Key, type Model, mustRefuse, type Standing, standingOf } from '../model.ts'
import type { Crowd, SimPerson } from '../people.ts'
import type { Secrets } from '../secrets.ts'
import type { Answer, CallName, Servers } from '../servers.ts'

/** One run: a pitch, its people, and what is known of it. */
export interface Run {
  readonly servers: Servers
  readonly crowd: Crowd
  readonly pitch: { readonly id: number; readonly uuid: string; readonly group: string }
  /** The pitch of the other organisation. */
  readonly foreign: { readonly uuid: string }
  readonly model: Model
  readonly secrets: Secrets
  /** Superadmins who act as somebody else. */
  readonly actingAs: SimPerson[]
  /** The unique words of questions and polls, by id. */
  readonly words: Map<string, string>
  /** The amounts that were committed, and who may read each. */
  readonly amounts: Map<string, string>
}

/** What has to come of an act by the model: it is accepted, or refused, with that code if one is given. */
export type Expected = 'accepted' | 'refused' | { readonly code: string } | undefined

/** A call that a person makes. */
export interface Act {
  readonly by: SimPerson
  readonly call: CallName
  readonly input: Readonly<Record<string, unknown>>
  /** For the trace: on whom or what. */
  readonly on?: string
  readonly keys?: readonly Key[]
  /** It is about the pitch of the other organisation. */
  readonly isForeign?: boolean
  expects?(model: Model): Expected
  /** Called before it is sent: what may be read from now on. */
  begins?(run: Run): void
  /** Called when it was acknowledged. */
  done?(answer: Answer['data'], run: Run): void
}

/** Makes an act of one kind, or none when there is nothing that it could act on. */
export type Maker = (run: Run, chance: Chance) => Act | undefined

/** Mostly somebody of these parts, sometimes anybody. */
export function someone({ crowd, model }: Run, chance: Chance, ...parts: readonly Standing[]): SimPerson {
  const fitting = chance.is(0.75) ? crowd.people.filter(person => parts.includes(standingOf(model, person))) : []
  return chance.pick(fitting.length > 0 ? fitting : crowd.people)
}

/** An attendee, invited and not removed. */
export const someAttendee = ({ crowd, model }: Run, chance: Chance): SimPerson => {
  const all = crowd.people.filter(person => standingOf(model, person) === 'attendee')
  return chance.pick(all.length > 0 ? all : crowd.invited)
}

/** Notes a deed that has to stand in the audit log once. */
export const noteDeed = ({ model }: Run, action: string): void =>
  void model.deeds.set(action, (model.deeds.get(action) ?? 0) + 1)

/** Whether the model says that the act has to be refused because of the caller alone. */
export const isForbidden = (model: Model, { by, call, isForeign }: Act): boolean =>
  isForeign ? !runsForeign.has(by.label) : mustRefuse(model, by, call)

/** The people who may look at the pitch of the other organisation. */
const runsForeign: ReadonlySet<string> = new Set(['superadmin', 'foreignAdmin', 'foreignOwner'])
