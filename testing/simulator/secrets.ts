import { type Model, standingOf } from './model.ts'
import type { SimPerson } from './people.ts'
import type { CallName } from './servers.ts'

/** Where a person read something: the answer of a call, or a frame of the room's socket. */
export interface Sight {
  readonly viewer: SimPerson
  readonly call: CallName | 'socket'
}

/** A fact by its unique word, and who may read it. */
export interface Secret {
  /** For the report of a violation. */
  readonly what: string
  /** `rests`: the rule depends on nothing that another act of the same batch may change. */
  readonly rests: boolean
  may(sight: Sight, model: Model): boolean
}

export type Secrets = Map<string, Secret>

/** The calls that show what is in the room: only there does guest mode hide names from the team. */
const roomCalls: ReadonlySet<string> = new Set([
  ...['getRoomPeople', 'getChatHistory', 'getQuestionList', 'getStagePeople', 'getPollVotes', 'getMessageReactions'],
  ...['getChatGroupList', 'getChatGroup', 'sendMessage', 'editMessage', 'deleteMessage', 'getSessionInfo'],
  ...['prepareEndPitchData', 'getHiddenUserList', 'getRemovedList', 'addChatGroup'],
])

const looksAfterPeople = (viewer: SimPerson) => viewer.roles.some(role => role === 'admin' || role === 'useradmin')
const isSuper = ({ roles }: SimPerson) => roles.includes('superadmin')

/** What administrators of people see of everybody of their organisation, and superadmins of all. */
const administers = (viewer: SimPerson, person: SimPerson) =>
  isSuper(viewer) || (viewer.home === person.home && (looksAfterPeople(viewer) || viewer.roles.includes('pitchadmin')))

/** The name of a person. Guest mode hides that of an attendee. */
export const nameOf = (person: SimPerson): Secret => ({
  what: `the name of ${person.label}`,
  rests: false,
  may: ({ viewer, call }, model) => {
    if (viewer.label === person.label || administers(viewer, person)) return true
    const standing = standingOf(model, viewer)
    const whose = standingOf(
      { ...model, removed: new Set(), linkOff: new Set(), isDeleted: false },
      { ...person, token: '-' },
    )
    // colleagues may be found and named by their organisation, attendees of a pitch only by those who are in it
    if (whose !== 'attendee') return person.home === 'own' || viewer.home === person.home
    if (standing === 'owner' || standing === 'coHost' || standing === 'admin')
      return !model.isGuest || standing === 'admin' || !roomCalls.has(call)
    if (standing === 'moderator') return !model.isGuest
    if (standing === 'attendee' || standing === 'maybe') return !model.isGuest
    return false
  },
})

/** The address of a person: for themselves, those who invited them, and the administrators. */
export const emailOf = (person: SimPerson): Secret => ({
  what: `the address of ${person.label}`,
  rests: true,
  may: ({ viewer, call }, model) => {
    if (viewer.label === person.label || administers(viewer, person)) return true
    const standing = standingOf({ ...model, isDeleted: false }, viewer)
    // [PERM-062] an admin user sees the addresses of all in a room of their organisation
    if (call === 'getRoomPeople' && viewer.home === 'own' && viewer.roles.includes('useradmin'))
      return standing !== 'none'
    if (standing === 'owner' || standing === 'coHost' || standing === 'admin') return true
    const isTeam = [model.owner, ...model.coHosts, ...model.moderators].includes(person.label)
    return isTeam && standing === 'moderator'
  },
})

/** The token of a session, which no answer may show. */
export const tokenOf = (person: SimPerson): Secret => ({
  what: `a token of ${person.label}`,
  rests: true,
  may: () => false,
})

/** What only the team of the pitch may read, and whoever else is named. */
export const forTeam = (what: string, parts: readonly string[], others: readonly string[] = []): Secret => ({
  what,
  rests: true,
  may: ({ viewer }, model) =>
    others.includes(viewer.label) ||
    isSuper(viewer) ||
    parts.includes(standingOf({ ...model, isDeleted: false }, viewer)),
})

/** What is for the people of the pitch alone. */
export const forRoom = (what: string): Secret => ({
  what,
  rests: true,
  may: ({ viewer }, model) =>
    isSuper(viewer) ||
    model.removed.has(viewer.label) ||
    model.linkOff.has(viewer.label) ||
    standingOf({ ...model, isDeleted: false }, viewer) !== 'none',
})

/** A fact of the other organisation. */
export const forForeign: Secret = {
  what: 'a fact of the foreign organisation',
  rests: true,
  may: ({ viewer }) => isSuper(viewer) || viewer.label === 'foreignAdmin' || viewer.label === 'foreignOwner',
}

/** A private message: for those who were members of its chat when it was sent. */
export const forMembers = (members: Iterable<string>): Secret => {
  const those = new Set(members)
  return {
    what: `a private message of ${[...those].join(' and ')}`,
    rests: true,
    may: ({ viewer }) => those.has(viewer.label),
  }
}

/** For nobody any more. */
export const goneFor = (what: string): Secret => ({ what, rests: true, may: ({ call }) => call === 'socket' })
