import { peopleNamedIn } from '#features/core/account/people.ts'
import { type GuestMode, guestName, ownerOf, rename } from '#features/core/account/veil.ts'
import type { Aliases } from './aliases.ts'

/** `on`: the room is in guest mode. `was`: it was earlier, and what was said then has no names. */
export type Aliased = 'on' | 'was' | undefined

export const aliasedIn = ({ on, hosts }: GuestMode): Aliased => (on ? 'on' : hosts.length > 0 ? 'was' : undefined)

// biome-ignore lint/suspicious/noExplicitAny: it goes through whatever there is
type Fields = Record<string, any>

/** The fields that hold ids of people, one or many, in the events, signals and calls of a room. */
const ofPeople = new Set([
  ...['account', 'host', 'speaker', 'user_id', 'living_host', 'presenter_uid', 'presenter_id', 'easiio_id', 'made_by'],
  ...['fromuserid', 'touserid', 'fromuser_id', 'group_member_offline'],
  ...['hosts', 'presenters', 'left', 'removed', 'hands', 'muted', 'allowed', 'only', 'without'],
])
/** Those that hold people: their ids alone, or objects of which `id` is one. */
const peopleIn = new Set([
  ...['members', 'added_members', 'left_members', 'notification_members', 'group_member_list', 'joined', 'me'],
])
/** The fields that hold ids of sessions, by which a person could be known in another room. */
const ofSessions = new Set(['session', 'sender', 'send_access_token'])
/** The fields by which an object is a person, whose `id` is theirs. */
const personal = ['firstname', 'guest_name', 'part']

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/i.test(value)
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

/** Whether the field of an object is the id of a person. `within`: the field that has the object. */
const isOfPerson = (key: string, fields: Fields, within: string): boolean =>
  ofPeople.has(key) ||
  (key === 'id' &&
    (peopleIn.has(within) || personal.some(field => field in fields) || Object.keys(fields).join() === 'id,name'))

type Change = (id: string) => string

/** The object with its fields as `change` makes them; the very same when it changes none. */
function withFields<T>(value: T, change: (one: unknown, key: string) => unknown): T {
  if (!isPlain(value)) return value
  let fresh: Fields = value
  for (const [key, one] of Object.entries(value as Fields)) {
    const now = change(one, key)
    if (now === one) continue
    if (fresh === value) fresh = Array.isArray(value) ? [...value] : { ...value }
    fresh[key] = now
  }
  return fresh as T
}

/** The value with each id of a person changed, and the ids of sessions as well when `ofSession` says how. */
export function changeIds<T>(value: T, of: Change, ofSession: Change | undefined, within = ''): T {
  const isList = Array.isArray(value)
  const fresh = withFields(value, (one, key) => {
    if (!isId(one)) return changeIds(one, of, ofSession, isList ? within : key)
    const isPerson = isList ? ofPeople.has(within) || peopleIn.has(within) : isOfPerson(key, Object(value), within)
    if (isPerson) return of(one)
    return ofSession && ofSessions.has(key) ? ofSession(one) : one
  })
  // the order of their names would tell who they are
  return isList && peopleIn.has(within) ? ((fresh as object[]).toSorted(byId) as T) : fresh
}

const byId = (one: Fields, other: Fields) => String(one['id'] ?? one).localeCompare(String(other['id'] ?? other))

/** The value with each guest's number changed to that of their alias, wherever it stands beside their id. */
function changeNumbers<T>(value: T, of: Change): T {
  const change = <U>(part: U): U => {
    const { id }: Fields = Object(part)
    return withFields(part, one => (isId(id) && one === guestName(id) ? guestName(of(id)) : change(one)))
  }
  return change(
    rename(withForwarded(value, of), (id, name) => (name === guestName(id) ? guestName(of(id)) : undefined)),
  )
}

/** A forwarding message repeats in its text the sender and the words of the other. */
function withForwarded<T>(value: T, of: Change): T {
  const { offdata, msg_content: encoded }: Fields = Object(value)
  if (!isPlain(offdata) || !encoded) return withFields(value, one => withForwarded(one, of))
  const [before, after]: [Fields, Fields] = [offdata, changeNumbers(offdata, of)]
  const text = textOf(encoded)
    .replace(textOf(before['msg_content']), () => textOf(after['msg_content']))
    .replace(before['name'], () => after['name'])
  return { ...value, msg_content: Buffer.from(text).toString('base64') }
}

const textOf = (encoded: string) => Buffer.from(encoded, 'base64').toString()

/** What a room has of a person's words: a message, a caption, a question or a vote. */
const wordsIn = ['fromuserid', 'speaker', 'question_id', 'content', 'choices']

/** What was said under a number keeps its person to itself, also when the room names its people again. */
function changeSaid<T>(value: T, of: Change): T {
  const fields: Fields = Object(value)
  if (!wordsIn.some(field => field in fields)) return withFields(value, one => changeSaid(one, of))
  const nameless = peopleNamedIn(value, (id, name) => name === guestName(id) || name === guestName(of(id)))
  const isNameless = nameless.has(ownerOf(fields) ?? '')
  return changeIds(changeNumbers(value, of), id => (nameless.has(id) ? of(id) : id), isNameless ? of : undefined)
}

/** A value as everyone in a room may see it: while the room is in guest mode, with aliases for all its people. */
export function inAliases<T>(value: T, { of }: Aliases, aliased: Aliased): T {
  if (aliased === 'on') return changeIds(changeNumbers(value, of), of, of)
  return aliased === 'was' ? changeSaid(value, of) : value
}
