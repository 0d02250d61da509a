import { onlyOf, rename, veil } from '#features/core/account/veil.ts'
import { apply, type RoomState, type RoomView } from '#features/room/room/apply.ts'
import type { RoomEvent } from '#features/room/room/events.ts'
import { eventsAfter, headsOf } from '#features/room/room/server/queries.ts'
import type { Arrival, Me } from '#features/room/room/socket.ts'
import { withoutCaption } from '#features/talk/caption/apply.ts'
import { withoutDeleted } from '#features/talk/chat/apply.ts'
import { withoutQuestion, withoutWords } from '#features/talk/question/apply.ts'
import { rightTime } from '#server/clock.ts'
import type { Audience, Frame } from '#server/frame.ts'
import { type Prepared, prepare, prepareAround, type RoomSocket, send } from './frames.ts'
import { keepOrder } from './order.ts'
import { openOutbox } from './outbox.ts'
import { type PageClock, startPageClock } from './pageClock.ts'
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
  readonly group: string
  readonly members: ReadonlySet<Member>
  readonly presence: Presence
  readonly clock: PageClock
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
  /** [PERM-059] What is about to be sent, without the names of guests while guest mode is on. */
  veil<T>(value: T): T
  /** Nobody from here is in it or about to be. */
  isEmpty(): boolean
  close(): void
}

interface RoomOptions extends Pick<Frame, 'db' | 'log'> {
  readonly pitchId: number
  readonly group: string
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

export function openLocalRoom({ db, log, pitchId, group, at, presence, happened }: RoomOptions): LocalRoom {
  let { seq, view } = at
  let joining = 0
  const members = new Set<Member>()
  const recent: RoomEvent[] = []
  let takenBack = 0
  const hostsHere = new Set<string>()
  const clock = startPageClock()
  const pageOf = ({ room }: RoomView) => (room.status === 2 && !room.paused && !room.rehearsal ? room.page : undefined)
  clock.show(pageOf(view), rightTime(), view.room.deck.files)
  presence.leads(view.room.host)

  const outbox = openOutbox(members, (member, prepared) => send(member.socket, prepared))
  const sendTo = (to: Audience, prepared: Prepared) => {
    if (to === 'everybody') return outbox.say(prepared)
    const isMeant = meantBy(to)
    for (const member of members) if (isMeant(member)) send(member.socket, prepared)
  }
  const veilHere = <T>(value: T): T => {
    const { on, hosts } = view.room.guests
    return on ? veil(value, id => hosts.includes(id) || hostsHere.has(id)) : value
  }
  /** Nobody who resumes gets what was taken back meanwhile. */
  const tellAnew = (without: (events: readonly RoomEvent[]) => readonly RoomEvent[]) => {
    recent.splice(0, recent.length, ...without(recent))
    takenBack++
  }
  const deliver = (event: RoomEvent) => {
    seq = event.seq
    view = apply(view, event)
    // whoever asks for what they missed is told it as the room tells it now
    if (event.type === 'guestModeChanged') tellAnew(veilHere)
    if (event.type === 'nameForgotten') tellAnew(all => rename(all, onlyOf(event.payload.account)))
    if (event.type === 'pitchReopened') tellAnew(all => all.map(one => withoutCaption(withoutQuestion(one))))
    recent.push(event)
    const taken = event.type === 'questionShown' ? event.payload.withdrawn : undefined
    if (taken !== undefined) tellAnew(all => all.map(one => withoutWords(one, taken)))
    if (event.type === 'messageDeleted') tellAnew(all => all.map(one => withoutDeleted(one, event.payload.id)))
    if (recent.length > MOST_MISSED) recent.shift()
    sendTo('everybody', prepare('event', event))
    presence.leads(view.room.host)
    clock.show(pageOf(view), rightTime(), view.room.deck.files)
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
    group,
    members,
    presence,
    clock,
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
      const welcome = { me: member.me, group_uuid: group, ...presence.here() }
      if (missed && since !== undefined) {
        // what was said in a pitch that is not live is for those who manage it
        const events = member.manages || view.room.status === 2 ? missed : missed.map(withoutCaption)
        const told = { ...welcome, seq: missed.at(-1)?.seq ?? since }
        send(member.socket, prepareAround('resumed', told, 'events', `[${events.map(jsonOf).join()}]`))
      } else {
        send(member.socket, prepareAround('snapshot', { ...welcome, seq }, 'state', jsonOf(view)))
      }
    },
    leave: (member, final) => {
      if (!members.delete(member)) return
      clock.leave(member.me.id, member, rightTime())
      presence.leave(member.me.id, final)
    },
    send: sendTo,
    veil: veilHere,
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
