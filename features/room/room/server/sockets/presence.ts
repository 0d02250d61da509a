import { randomUUID } from 'node:crypto'
import { presents } from '#features/core/pitch/rules.ts'
import type { Stay } from '#features/room/room/server/stays.ts'
import type { Presence as Announcement, Arrival, Here } from '#features/room/room/socket.ts'
import { rightNow, rightTime } from '#server/clock.ts'

/** Who is in one room. Many connections are one person, a reload is no leave, and a crowd makes few announcements. */
export interface Presence {
  join(person: Arrival): void
  /** `final`: the person was sent away and will not be back in a moment. */
  leave(accountId: string, final: boolean): void
  /** Arrivals and departures at another server. */
  heard(joined: readonly Arrival[], left: readonly string[], more: boolean): void
  /** The leader of the pitch, who counts as a presenter in any part. */
  leads(accountId: string | null): void
  here(): Here
  /** The stays of the people who are here. */
  stays(): string[]
  close(): void
}

interface PresenceOptions {
  readonly pitchId: number
  readonly serverId: string
  /** Stores the stays. */
  readonly attendance: { open(stay: Stay): void; close(id: string, leftAt: Date): void; flush(): Promise<void> }
  /** Who is here over all servers; undefined when this is the only one. */
  readonly everywhere: (() => Promise<Here>) | undefined
  /** Informs the people at this server. `own` is for the other servers. */
  readonly announce: (announcement: Announcement, own: Changes) => void
  readonly onError: (error: unknown) => void
}

/** Milliseconds for which a person who left still counts as here: long enough for a reload. */
const GRACE = 3000
/** The least milliseconds between two announcements, and how many each person in the room adds. */
const PACE = 250
const PACE_PER_PERSON = 0.25
/** People named in one announcement. */
const NAMED = 20

export function watchPresence(options: PresenceOptions): Presence {
  const { attendance, everywhere, announce, onError } = options
  let own = noNews()
  let others = noNews()
  let timer: NodeJS.Timeout | undefined
  let announcing = false
  let closed = false
  let known: Here | undefined
  let leader: string | null = null
  const people = trackPeople(options, id => {
    // a person who arrived and left between two announcements was never announced
    if (!own.joined.delete(id)) own.left.add(id)
  })

  const arm = () => {
    if (timer || announcing || closed) return
    timer = setTimeout(tick, Math.max(PACE, people.count() * PACE_PER_PERSON))
  }
  const here = (): Here => (everywhere && known) || { here: people.count(), presenters: people.presenters(leader) }
  const tick = async () => {
    timer = undefined
    people.departAfterGrace()
    const mine = own
    const theirs = others
    own = noNews()
    others = noNews()
    if (hasNames(mine) || hasNames(theirs) || theirs.more) {
      announcing = true
      try {
        await attendance.flush()
        if (everywhere) known = await everywhere()
      } catch (error) {
        onError(error)
      }
      announcing = false
      if (closed) return
      announce({ ...here(), ...changesOf(mine, theirs) }, changesOf(mine))
    }
    if (people.isSomeoneLeaving() || hasNames(own) || hasNames(others)) arm()
  }
  return {
    join: arrival => {
      if (!people.join(arrival)) return
      if (!own.left.delete(arrival.id)) own.joined.set(arrival.id, arrival)
      arm()
    },
    leave: (id, final) => {
      if (people.leave(id, final)) arm()
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
    stays: people.stays,
    close: () => {
      closed = true
      clearTimeout(timer)
      people.departAll()
    },
  }
}

interface PersonHere {
  readonly arrival: Arrival
  readonly stay: string
  connections: number
  /** The time at which the last connection ended; 0 while there is one. */
  leftAt: number
}

/** The people in a room at this server, and their stays. */
function trackPeople({ pitchId, serverId, attendance }: PresenceOptions, departed: (id: string) => void) {
  const people = new Map<string, PersonHere>()
  const presenters = new Set<string>()
  const leaving = new Set<string>()
  const depart = (id: string, person: PersonHere) => {
    people.delete(id)
    presenters.delete(id)
    leaving.delete(id)
    attendance.close(person.stay, new Date(person.leftAt))
    departed(id)
  }
  return {
    count: () => people.size,
    presenters: (leader: string | null) => [
      ...presenters,
      ...(leader && people.has(leader) && !presenters.has(leader) ? [leader] : []),
    ],
    stays: () => [...people.values()].map(person => person.stay),
    isSomeoneLeaving: () => leaving.size > 0,
    /** Returns whether the person was not here before. */
    join: (arrival: Arrival): boolean => {
      const person = people.get(arrival.id)
      if (person) {
        person.connections++
        person.leftAt = 0
        leaving.delete(arrival.id)
        return false
      }
      const stay = { id: randomUUID(), pitchId, accountId: arrival.id, serverId, part: arrival.part }
      people.set(arrival.id, { arrival, stay: stay.id, connections: 1, leftAt: 0 })
      if (presents(arrival.part)) presenters.add(arrival.id)
      attendance.open({ ...stay, joinedAt: rightNow() })
      return true
    },
    /** Returns whether it was the person's last connection. */
    leave: (id: string, final: boolean): boolean => {
      const person = people.get(id)
      if (!person) return false
      person.connections--
      if (person.connections > 0) return false
      person.leftAt = rightTime()
      if (final) depart(id, person)
      else leaving.add(id)
      return true
    },
    departAfterGrace: () => {
      const now = rightTime()
      for (const id of leaving) {
        const person = people.get(id)
        if (person && now - person.leftAt >= GRACE) depart(id, person)
      }
    },
    departAll: () => {
      for (const [id, person] of people) {
        person.leftAt ||= rightTime()
        depart(id, person)
      }
    },
  }
}

/** What an announcement names. `more`: other people arrived or left as well, or the leader changed. */
interface Changes {
  readonly joined: readonly Arrival[]
  readonly left: readonly string[]
  readonly more: boolean
}

interface News {
  readonly joined: Map<string, Arrival>
  readonly left: Set<string>
  more: boolean
}
const noNews = (): News => ({ joined: new Map(), left: new Set(), more: false })
const hasNames = ({ joined, left }: News): boolean => joined.size + left.size > 0

/** The changes with at most `NAMED` names of each kind. */
function changesOf(...all: News[]): Changes {
  const joined = all.flatMap(news => [...news.joined.values()])
  const left = all.flatMap(news => [...news.left])
  const more = joined.length > NAMED || left.length > NAMED || all.some(news => news.more)
  return { joined: joined.slice(0, NAMED), left: left.slice(0, NAMED), more }
}
