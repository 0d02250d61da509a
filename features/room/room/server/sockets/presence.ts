import { randomUUID } from 'node:crypto'
import { presents } from '#features/core/pitch/rules.ts'
import type { Stay } from '#features/room/room/server/stays.ts'
import type { Presence as Announcement, Arrival, Here } from '#features/room/room/socket.ts'
import { rightNow, rightTime } from '#server/clock.ts'

/** Who is in one room: many connections are one person, a reload is no leave, and a crowd is few announcements. */
export interface Presence {
  join(person: Arrival): void
  /** `final`: the person will not be back in a moment, because they were sent away. */
  leave(accountId: string, final: boolean): void
  /** Comings and goings at another server. */
  heard(joined: readonly Arrival[], left: readonly string[], more: boolean): void
  /** Who leads the pitch: they present, whatever else they are. */
  leads(accountId: string | null): void
  here(): Here
  /** The stays of those who are here. */
  stays(): string[]
  close(): void
}

interface PresenceOptions {
  readonly pitchId: number
  readonly serverId: string
  /** Where stays are written. */
  readonly book: { open(stay: Stay): void; close(id: string, leftAt: Date): void; flush(): Promise<void> }
  /** Who is here over all servers; undefined when there is only this one. */
  readonly everywhere: (() => Promise<Here>) | undefined
  /** Tells the people of this server. `own` is what the other servers have to hear. */
  readonly announce: (
    announcement: Announcement,
    own: { joined: readonly Arrival[]; left: readonly string[]; more: boolean },
  ) => void
  readonly onError: (error: unknown) => void
}

/** How long somebody who left still counts as here, in milliseconds: long enough for a reload. */
const GRACE = 3000
/** Least time between two announcements, in milliseconds, and how much a person in the room adds to it. */
const PACE = 250
const PACE_PER_PERSON = 0.25
/** People named in one announcement. */
const NAMED = 20

interface PersonHere {
  readonly arrival: Arrival
  readonly stay: string
  connections: number
  /** When the last connection ended; 0 while there is one. */
  leftAt: number
}

export function watchPresence(options: PresenceOptions): Presence {
  const { pitchId, serverId, book, everywhere, announce, onError } = options
  const people = new Map<string, PersonHere>()
  const presenters = new Set<string>()
  const leaving = new Set<string>()
  let own = news()
  let others = news()
  let timer: NodeJS.Timeout | undefined
  let announcing = false
  let closed = false
  let known: Here | undefined
  let leader: string | null = null

  const arm = () => {
    if (timer || announcing || closed) return
    timer = setTimeout(tick, Math.max(PACE, people.size * PACE_PER_PERSON))
  }
  const depart = (id: string, person: PersonHere) => {
    people.delete(id)
    presenters.delete(id)
    leaving.delete(id)
    book.close(person.stay, new Date(person.leftAt))
    // Who came and went between two announcements was never heard of.
    if (!own.joined.delete(id)) own.left.add(id)
  }
  const presenting = () => [...presenters, ...(leader && people.has(leader) && !presenters.has(leader) ? [leader] : [])]
  const here = (): Here => (everywhere && known) || { here: people.size, presenters: presenting() }
  const tick = async () => {
    timer = undefined
    const now = rightTime()
    for (const id of leaving) {
      const person = people.get(id)
      if (person && now - person.leftAt >= GRACE) depart(id, person)
    }
    const mine = own
    const theirs = others
    own = news()
    others = news()
    if (mine.joined.size + mine.left.size + theirs.joined.size + theirs.left.size > 0 || theirs.more) {
      announcing = true
      try {
        await book.flush()
        if (everywhere) known = await everywhere()
      } catch (error) {
        onError(error)
      }
      announcing = false
      if (closed) return
      announce({ ...here(), ...named(mine, theirs) }, named(mine))
    }
    if (leaving.size + own.joined.size + own.left.size + others.joined.size + others.left.size > 0) arm()
  }
  return {
    join: arrival => {
      const person = people.get(arrival.id)
      if (person) {
        person.connections++
        person.leftAt = 0
        leaving.delete(arrival.id)
        return
      }
      const stay = { id: randomUUID(), pitchId, accountId: arrival.id, serverId, part: arrival.part }
      people.set(arrival.id, { arrival, stay: stay.id, connections: 1, leftAt: 0 })
      if (presents(arrival.part)) presenters.add(arrival.id)
      if (!own.left.delete(arrival.id)) own.joined.set(arrival.id, arrival)
      book.open({ ...stay, joinedAt: rightNow() })
      arm()
    },
    leave: (id, final) => {
      const person = people.get(id)
      if (!person) return
      person.connections--
      if (person.connections > 0) return
      person.leftAt = rightTime()
      if (final) depart(id, person)
      else leaving.add(id)
      arm()
    },
    heard: (joined, left, more) => {
      for (const arrival of joined) others.joined.set(arrival.id, arrival)
      for (const id of left) others.left.add(id)
      others.more ||= more
      arm()
    },
    leads: id => {
      if (id === leader) return
      leader = id
      others.more = true
      arm()
    },
    here,
    stays: () => [...people.values()].map(person => person.stay),
    close: () => {
      closed = true
      clearTimeout(timer)
      for (const [id, person] of people) {
        person.leftAt ||= rightTime()
        depart(id, person)
      }
    },
  }
}

interface News {
  readonly joined: Map<string, Arrival>
  readonly left: Set<string>
  more: boolean
}
const news = (): News => ({ joined: new Map(), left: new Set(), more: false })

/** At most so many names, whatever the crowd; `more` says that there are others. */
function named(...all: News[]): { joined: Arrival[]; left: string[]; more: boolean } {
  const joined = all.flatMap(some => [...some.joined.values()])
  const left = all.flatMap(some => [...some.left])
  const more = joined.length > NAMED || left.length > NAMED || all.some(some => some.more)
  return { joined: joined.slice(0, NAMED), left: left.slice(0, NAMED), more }
}
