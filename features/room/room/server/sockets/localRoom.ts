import type { RoomEvent, RoomState, RoomView } from '#features/room/room/parts.ts'
import type { RoomClock, Shows } from '#features/room/room/server/parts.ts'
import type { Arrival, Me, RoomWelcome } from '#features/room/room/socket.ts'
import { rightTime } from '#server/clock.ts'
import type { Audience, Frame } from '#server/frame.ts'
import { type EventFeed, openEventFeed } from './eventFeed.ts'
import { type Prepared, prepare, prepareAround, type RoomSocket, send } from './frames.ts'
import { openOutbox } from './outbox.ts'
import type { Presence } from './presence.ts'

/** One connection of one person to one room. */
export interface Member {
  readonly socket: RoomSocket
  readonly me: Me
  /** Whether the person manages the pitch and gets the signals for managers. */
  readonly manages: boolean
  /** The time since which the connection has not read what it was sent. */
  stalledSince?: number | undefined
}

/** A room as this server's connections see it: its state after event `seq`, and its members on this server. */
export interface LocalRoom {
  readonly pitchId: number
  readonly members: ReadonlySet<Member>
  readonly presence: Presence
  readonly clocks: readonly RoomClock[]
  readonly seq: number
  /** The state without the chat. */
  readonly room: RoomState
  /** Whether the pitch is live. */
  readonly isLive: boolean
  take(events: readonly RoomEvent[]): void
  catchUp(head: number): void
  /** Sends a connection the room's state, and from then on every event. */
  join(member: Member, since: number | undefined): Promise<void>
  /** `final`: the member was sent away and will not reconnect. */
  leave(member: Member, final: boolean): void
  send(to: Audience, prepared: Prepared): void
  /** [PERM-059] A value as the people in the room may see it. */
  tells<T>(value: T): T
  /** The same for a value that may name its people. */
  shows<T>(value: T): T
  /** No connection of this server is in the room or about to join it. */
  isEmpty(): boolean
  close(): void
}

interface RoomOptions extends Pick<Frame, 'db' | 'log' | 'roomModel'> {
  readonly pitchId: number
  /** The greeting of every connection that joins. */
  readonly welcome: RoomWelcome
  readonly shows: Shows
  /** The room as it was read from the database. */
  readonly at: { readonly seq: number; readonly view: RoomView }
  readonly presence: Presence
  /** Called after an event was sent. */
  readonly happened: (event: RoomEvent) => void
}

/** The JSON of an object as a room shows it, made once: all members who reconnect at the same time get the same. */
function makeTexts(shows: <T>(value: T) => T): (value: object) => string {
  const texts = new WeakMap<object, string>()
  return value => {
    const text = texts.get(value) ?? JSON.stringify(shows(value))
    texts.set(value, text)
    return text
  }
}

export function openLocalRoom(options: RoomOptions): LocalRoom {
  const { roomModel, pitchId, presence, happened } = options
  const shows = <T>(value: T): T => options.shows(value, feed.view.room)
  const greeting = { ...options, shows, jsonOf: makeTexts(shows) }
  let joining = 0
  const members = new Set<Member>()
  const hostsHere = new Set<string>()
  const isHostHere = (id: string) => hostsHere.has(id)
  const clocks = roomModel.clocks()
  const outbox = openOutbox(members, (member, prepared) => send(member.socket, prepared))
  /** The greeting covers all messages until now. */
  const enter = (member: Member, missed?: Missed) => {
    outbox.joined(member)
    greet(greeting, feed, member, missed)
  }
  const feed: EventFeed = openEventFeed({
    ...options,
    isHostHere,
    delivered: event => {
      if (roomModel.renews(event)) for (const member of members) enter(member)
      else outbox.send(prepare('event', shows(event)))
      show()
      happened(event)
    },
  })
  const show = () => {
    for (const clock of clocks) clock.show(feed.view.room, rightTime())
    presence.leads(feed.view.room.host)
  }
  show()

  const join = async (member: Member, since: number | undefined) => {
    joining++
    const rewrites = feed.recent.rewrites()
    const found = await feed.recent.missed(since).finally(() => joining--)
    // No await from here on: the next event finds this member among the others.
    const missed = feed.recent.rewrites() === rewrites ? untilNow(feed, since, found) : undefined
    presence.join(arrivalOf(member.me))
    members.add(member)
    if (member.me.part !== 'attendee') hostsHere.add(member.me.id)
    enter(member, missed)
  }

  return {
    ...{ pitchId, members, presence, clocks, join },
    get seq() {
      return feed.seq
    },
    get room() {
      return feed.view.room
    },
    get isLive() {
      return feed.view.room.status === 2
    },
    take: feed.take,
    catchUp: feed.catchUp,
    leave: (member, final) => {
      if (members.delete(member)) left({ clocks, presence }, member, final)
    },
    send: (to, prepared) => (to === 'everybody' ? outbox.send(prepared) : sendToSome(members, to, prepared)),
    tells: value => shows(roomModel.tells(value, feed.view.room, isHostHere)),
    shows,
    isEmpty: () => members.size + joining === 0 && presence.stays().length === 0,
    close: () => {
      for (const part of [feed, outbox, presence]) part.close()
    },
  }
}

function left({ clocks, presence }: Pick<LocalRoom, 'clocks' | 'presence'>, member: Member, final: boolean): void {
  for (const clock of clocks) clock.leave(member.me.id, member, rightTime())
  presence.leave(member.me.id, final)
}

interface Missed {
  readonly since: number
  readonly events: readonly RoomEvent[]
}

interface Greeting extends Pick<RoomOptions, 'roomModel' | 'welcome' | 'presence'> {
  readonly shows: <T>(value: T) => T
  readonly jsonOf: (value: object) => string
}

/** Sends a connection its first message: the events that it missed, or a snapshot. */
function greet(
  { roomModel, welcome, presence, shows, jsonOf }: Greeting,
  { seq, view }: EventFeed,
  member: Member,
  missed?: Missed,
): void {
  const greeting = shows({ ...welcome, me: member.me, ...presence.here() })
  if (!missed || missed.events.some(roomModel.renews)) {
    send(member.socket, prepareAround('snapshot', { ...greeting, seq }, 'state', jsonOf(view)))
    return
  }
  const events = member.manages || view.room.status === 2 ? missed.events : missed.events.map(roomModel.withholds)
  const resumed = { ...greeting, seq: missed.events.at(-1)?.seq ?? missed.since }
  send(member.socket, prepareAround('resumed', resumed, 'events', `[${events.map(jsonOf).join()}]`))
}

/**
 * The missed events up to the last one delivered here, where deliveries to a new member begin: the database may be ahead
 * of the deliveries, or behind them by now.
 */
function untilNow(
  { recent, seq }: EventFeed,
  since: number | undefined,
  found: readonly RoomEvent[] | undefined,
): Missed | undefined {
  if (!found || since === undefined) return undefined
  const rest = recent.since(found.at(-1)?.seq ?? since) ?? []
  return { since, events: [...found.filter(event => event.seq <= seq), ...rest] }
}

/** Sends a message to the members who belong to an audience. */
function sendToSome(members: ReadonlySet<Member>, to: Exclude<Audience, 'everybody'>, prepared: Prepared): void {
  const ids = new Set(to)
  const isMeant = ({ me, manages }: Member) => (to === 'managers' ? manages : ids.has(me.id))
  for (const member of members) if (isMeant(member)) send(member.socket, prepared)
}

const arrivalOf = ({ id, name, part }: Me): Arrival => ({ id, name, part })
