import type { Person } from '#features/room/guest/contract.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { Friend } from '#features/talk/chat/contract.ts'
import type { Findable } from './ranking.ts'

/** Somebody who can be mentioned; `line`: they are in the room. */
export type Mentionable = Findable & Pick<Friend, 'avatar' | 'line'>

/** Where they come from: everybody of a pitch, or those in a private chat. */
export type MentionSource =
  | {
      readonly pitch: string
      /** In guest mode they are called otherwise, and what was known of them is forgotten. */
      readonly guests?: boolean
    }
  | { readonly members: readonly Friend[] }

/** The most that the server answers at once; the present ones come first. */
const PAGE = 200
/** Milliseconds for which the people of a pitch are known. */
const KNOWN_FOR = 15_000
/** Letters by which more people are asked for; what follows them is found among those. */
const LETTERS = 3

interface Pool {
  readonly at: number
  readonly total: number
  readonly people: Map<string, Mentionable>
  /** The beginnings that were asked for already. */
  readonly asked: Set<string>
}
const pools = new Map<string, Pool>()

const keyOf = ({ pitch, guests = false }: Exclude<MentionSource, { members: unknown }>) => `${pitch} ${guests}`

const take = ({ id, name, avatar, line, sign, company_name }: Person): Mentionable => ({
  ...{ id, name, avatar, line, sign, company_name },
})

/** Those who are known at once, without asking. */
export function knownPeople(source: MentionSource): readonly Mentionable[] {
  return 'members' in source ? source.members : [...(pools.get(keyOf(source))?.people.values() ?? [])]
}

/**
 * Those who may be meant by what is typed. Of a room with more people than one answer holds, those whose name has what was
 * typed first are asked for too; each beginning once.
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
    pool = { at: now, total, people, asked: new Set() }
    pools.set(key, pool)
  }
  const beginning = [...typed.trim().toLowerCase()].slice(0, LETTERS).join('')
  if (pool.total > PAGE && beginning && !pool.asked.has(beginning)) {
    pool.asked.add(beginning)
    try {
      for (const person of (await ask(beginning)).items) if (!person.removed) pool.people.set(person.id, take(person))
    } catch (failure) {
      pool.asked.delete(beginning)
      throw failure
    }
  }
  return [...pool.people.values()]
}
