import type { RoomEvent, RoomState, RoomView } from '#features/room/room/parts.ts'
import type { RoomClock } from '#features/room/room/server/parts.ts'
import { eventsAfter, headsOf } from '#features/room/room/server/queries.ts'
import type { Arrival, Me, RoomWelcome } from '#features/room/room/socket.ts'
import { rightTime } from '#server/clock.ts'
import type { Audience, Frame } from '#server/frame.ts'
import { type Prepared, prepare, prepareAround, type RoomSocket, send } from './frames.ts'
import { keepOrder } from './order.ts'
import { openOutbox } from './outbox.ts'
import type { Presence } from './presence.ts'

/** One connection of one person to one room. */
export interface Member {
  readonly socket: RoomSocket
  readonly me: Me
  /** Whether the person manages the pitch and gets what only managers hear. */
  readonly manages: boolean
  /** Since when the connection does not take what it is sent. */
  stalledSince?: number | undefined
}

/** A room as this server's connections see it: its state after event `seq`, and who is in it from here. */
export interface LocalRoom {
  readonly pitchId: number
  readonly members: ReadonlySet<Member>
  readonly presence: Presence
  readonly clocks: readonly RoomClock[]
  readonly seq: number
  /** Its own state, without the chat. */
  readonly room: RoomState
  /** Whether the pitch is under way. */
  readonly isLive: boolean
  take(events: readonly RoomEvent[]): void
  catchUp(head: number): void
  /** Tells a connection where the room stands and lets it hear what happens from there on. */
  join(member: Member, since: number | undefined): Promise<void>
  /** `final`: they were sent away. */
  leave(member: Member, final: boolean): void
  send(to: Audience, prepared: Prepared): void
  /** [PERM-059] What is about to be sent, as those in the room may see it. */
  tells<T>(value: T): T
  /** Nobody from here is in it or about to be. */
  isEmpty(): boolean
  close(): void
}

interface RoomOptions extends Pick<Frame, 'db' | 'log' | 'roomModel'> {
  readonly pitchId: number
  /** What everybody is told who comes in. */
  readonly welcome: RoomWelcome
  /** The room as it was read. */
  readonly at: { readonly seq: number; readonly view: RoomView }
  readonly presence: Presence
  /** After an event has been sent. */
  readonly happened: (event: RoomEvent) => void
}

const texts = new WeakMap<object, string>()
/** What it is as JSON, made once: a crowd that comes back is told the same. */
function jsonOf(what: object): string {
  const text = texts.get(what) ?? JSON.stringify(what)
  texts.set(what, text)
  return text
}

/** How many missed events are sent one by one; who missed more gets a snapshot, which is smaller than they are. */
export const MOST_MISSED = 250

export function openLocalRoom(options: RoomOptions): LocalRoom {
  const { db, log, roomModel, pitchId, welcome, at, presence, happened } = options
  let { seq, view } = at
  let joining = 0
  const members = new Set<Member>()
  const recent: RoomEvent[] = []
  let takenBack = 0
  const hostsHere = new Set<string>()
  const isHostHere = (id: string) => hostsHere.has(id)
  const clocks = roomModel.clocks()
  const show = () => {
    for (const clock of clocks) clock.show(view.room, rightTime())
    presence.leads(view.room.host)
  }
  show()

  const outbox = openOutbox(members, (member, prepared) => send(member.socket, prepared))
  const sendTo = (to: Audience, prepared: Prepared) => {
    if (to === 'everybody') return outbox.say(prepared)
    const isMeant = meantBy(to)
    for (const member of members) if (isMeant(member)) send(member.socket, prepared)
  }
  const deliver = (event: RoomEvent) => {
    seq = event.seq
    view = roomModel.apply(view, event)
    // nobody who resumes gets what was taken back meanwhile: they are told it as the room tells it now
    const retell = roomModel.retells(event, isHostHere)
    if (retell) {
      recent.splice(0, recent.length, ...recent.map(retell))
      takenBack++
    }
    recent.push(event)
    if (recent.length > MOST_MISSED) recent.shift()
    sendTo('everybody', prepare('event', event))
    show()
    happened(event)
  }
  const order = keepOrder({
    last: seq,
    deliver,
    read: after => eventsAfter(db, pitchId, after, MOST_MISSED),
    onError: error => log.warn({ err: error, pitchId }, 'missing room events are read later'),
  })

  const sinceRecent = (after: number): readonly RoomEvent[] | undefined => {
    const first = recent[0]?.seq ?? seq + 1
    return after + 1 >= first ? recent.filter(event => event.seq > after) : undefined
  }
  /** What came after a number, up to now; undefined when that is too much, or was never there. */
  const missedSince = async (since: number | undefined): Promise<readonly RoomEvent[] | undefined> => {
    if (since === undefined) return undefined
    if (since > seq) {
      // Another server may have been faster than the news of it. Nobody else knows a number that is not stored.
      const head = (await headsOf(db, [pitchId])).get(pitchId) ?? 0
      return head >= since ? [] : undefined
    }
    const known = sinceRecent(since)
    if (known || seq - since > MOST_MISSED) return known
    const stored = await eventsAfter(db, pitchId, since, MOST_MISSED)
    const later = sinceRecent(stored.at(-1)?.seq ?? since)
    return later && stored.length + later.length <= MOST_MISSED ? [...stored, ...later] : undefined
  }

  return {
    pitchId,
    members,
    presence,
    clocks,
    get seq() {
      return seq
    },
    get room() {
      return view.room
    },
    get isLive() {
      return view.room.status === 2
    },
    take: order.take,
    catchUp: order.catchUp,
    join: async (member, since) => {
      joining++
      const before = takenBack
      const asked = await missedSince(since).finally(() => joining--)
      // what was read while something was taken back may still say it
      const read = takenBack === before ? asked : undefined
      // Nothing waits from here on: what happens next finds this connection among the others. The database may be ahead
      // of what was delivered here, or behind it by now: what was missed ends where deliveries to this connection begin.
      const missed = read && [
        ...read.filter(event => event.seq <= seq),
        ...(sinceRecent(read.at(-1)?.seq ?? since ?? seq) ?? []),
      ]
      presence.join(arrivalOf(member.me))
      members.add(member)
      outbox.came(member)
      if (member.me.part !== 'attendee') hostsHere.add(member.me.id)
      const told = { ...welcome, me: member.me, ...presence.here() }
      if (missed && since !== undefined) {
        const events = member.manages || view.room.status === 2 ? missed : missed.map(roomModel.withholds)
        const at = { ...told, seq: missed.at(-1)?.seq ?? since }
        send(member.socket, prepareAround('resumed', at, 'events', `[${events.map(jsonOf).join()}]`))
      } else {
        send(member.socket, prepareAround('snapshot', { ...told, seq }, 'state', jsonOf(view)))
      }
    },
    leave: (member, final) => {
      if (!members.delete(member)) return
      for (const clock of clocks) clock.leave(member.me.id, member, rightTime())
      presence.leave(member.me.id, final)
    },
    send: sendTo,
    tells: value => roomModel.tells(value, view.room, isHostHere),
    isEmpty: () => members.size + joining === 0 && presence.stays().length === 0,
    close: () => {
      order.close()
      outbox.close()
      presence.close()
    },
  }
}

/** Whom an audience means, asked once for all of a crowd. */
function meantBy(to: Exclude<Audience, 'everybody'>): (member: Member) => boolean {
  if (to === 'managers') return member => member.manages
  const ids = new Set(to)
  return member => ids.has(member.me.id)
}

const arrivalOf = ({ id, name, part }: Me): Arrival => ({ id, name, part })
