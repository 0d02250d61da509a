import type { Person } from '#features/room/guest/contract.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { Friend } from '#features/talk/chat/contract.ts'
import type { Findable } from './ranking.ts'

/** A person who can be mentioned; `line`: they are in the room. */
export type Mentionable = Findable & Pick<Friend, 'avatar' | 'line'>

/** The people to choose from: those of a pitch, or the members of a private chat. */
export type MentionSource =
  | {
      readonly pitch: string
      /** Guest mode changes the names, so a change of it forgets the loaded people. */
      readonly guests?: boolean
    }
  | { readonly members: readonly Friend[] }

/** The most people in one answer of the server; those in the room come first. */
const PAGE = 200
/** Milliseconds for which loaded people are kept. */
const KNOWN_FOR = 15_000
/** Letters by which more people are loaded; longer text searches among those. */
const LETTERS = 3

interface Pool {
  readonly at: number
  readonly total: number
  readonly people: Map<string, Mentionable>
  /** The beginnings of names that were loaded already. */
  readonly loaded: Set<string>
}
const pools = new Map<string, Pool>()

const keyOf = ({ pitch, guests = false }: Exclude<MentionSource, { members: unknown }>) => `${pitch} ${guests}`

const take = ({ id, name, avatar, line, sign, company_name }: Person): Mentionable => ({
  ...{ id, name, avatar, line, sign, company_name },
})

/** The people known without a request. */
export function knownPeople(source: MentionSource): readonly Mentionable[] {
  return 'members' in source ? source.members : [...(pools.get(keyOf(source))?.people.values() ?? [])]
}

/**
 * The people whom the typed text may mean. If the room has more people than one answer holds, those whose name contains
 * the first letters are loaded too, once for each beginning.
 */
export async function peopleFor(
  source: MentionSource,
  typed: string,
  now = Date.now(),
): Promise<readonly Mentionable[]> {
  if ('members' in source) return source.members
  const { pitch } = source
  const ask = (name?: string) =>
    roomClient(pitch).getRoomPeople({ pitch_uuid: pitch, page: 1, limit: PAGE, ...(name && { name }) })
  const key = keyOf(source)
  let pool = pools.get(key)
  if (!pool || now - pool.at > KNOWN_FOR) {
    const { items, total } = await ask()
    const people = new Map(items.filter(person => !person.removed).map(person => [person.id, take(person)]))
    pool = { at: now, total, people, loaded: new Set() }
    pools.set(key, pool)
  }
  const beginning = [...typed.trim().toLowerCase()].slice(0, LETTERS).join('')
  if (pool.total > PAGE && beginning && !pool.loaded.has(beginning)) {
    pool.loaded.add(beginning)
    try {
      for (const person of (await ask(beginning)).items) if (!person.removed) pool.people.set(person.id, take(person))
    } catch (failure) {
      pool.loaded.delete(beginning)
      throw failure
    }
  }
  return [...pool.people.values()]
}
