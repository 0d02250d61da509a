import type { RoomEvent, RoomView } from '#features/room/room/parts.ts'
import { eventsAfter, headsOf } from '#features/room/room/server/queries.ts'
import type { Database } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { keepOrder } from './order.ts'

/** The most missed events that are sent one by one; beyond that a snapshot is smaller. */
const MOST_MISSED = 250

interface FeedOptions extends Pick<Frame, 'db' | 'log' | 'roomModel'> {
  readonly pitchId: number
  /** The room as it was read from the database. */
  readonly at: { readonly seq: number; readonly view: RoomView }
  readonly isHostHere: (id: string) => boolean
  /** Called for each event in its order, when `seq` and `view` include it. */
  readonly delivered: (event: RoomEvent) => void
}

export type EventFeed = ReturnType<typeof openEventFeed>

/** The events of a room in their order, and the view that they add up to. */
export function openEventFeed({ db, log, roomModel, pitchId, at, isHostHere, delivered }: FeedOptions) {
  let { seq, view } = at
  const recent = keepRecentEvents(db, pitchId, () => seq)
  const deliver = (event: RoomEvent) => {
    seq = event.seq
    view = roomModel.apply(view, event)
    // a connection that resumes must not get what was taken back meanwhile
    const retell = roomModel.retells(event, isHostHere)
    if (retell) recent.rewrite(retell)
    recent.add(event)
    delivered(event)
  }
  const order = keepOrder({
    last: seq,
    deliver,
    read: after => eventsAfter(db, pitchId, after, MOST_MISSED),
    onError: error => log.warn({ err: error, pitchId }, 'missing room events are read later'),
  })
  return {
    recent,
    take: order.take,
    catchUp: order.catchUp,
    close: order.close,
    get seq() {
      return seq
    },
    get view() {
      return view
    },
  }
}

/** The latest events of a room, for connections that resume. `lastSeq`: the number of the last event delivered here. */
function keepRecentEvents(db: Database, pitchId: number, lastSeq: () => number) {
  const recent: RoomEvent[] = []
  let rewrites = 0

  /** The events after a number, from memory; undefined when memory does not reach back to it. */
  const since = (after: number): readonly RoomEvent[] | undefined => {
    const first = recent[0]?.seq ?? lastSeq() + 1
    return after + 1 >= first ? recent.filter(event => event.seq > after) : undefined
  }
  return {
    since,
    /** The events after a number, from memory or the database; undefined when they are too many or it never existed. */
    missed: async (after: number | undefined): Promise<readonly RoomEvent[] | undefined> => {
      if (after === undefined) return undefined
      if (after > lastSeq()) {
        // another server's client may be ahead of this server; a number that is not stored was made up
        const head = (await headsOf(db, [pitchId])).get(pitchId) ?? 0
        return head >= after ? [] : undefined
      }
      const known = since(after)
      if (known || lastSeq() - after > MOST_MISSED) return known
      const stored = await eventsAfter(db, pitchId, after, MOST_MISSED)
      const rest = since(stored.at(-1)?.seq ?? after)
      return rest && stored.length + rest.length <= MOST_MISSED ? [...stored, ...rest] : undefined
    },
    add: (event: RoomEvent) => {
      recent.push(event)
      if (recent.length > MOST_MISSED) recent.shift()
    },
    /** Replaces every event kept here, such as by one without names. */
    rewrite: (by: (event: RoomEvent) => RoomEvent) => {
      recent.splice(0, recent.length, ...recent.map(by))
      rewrites++
    },
    /** How often the events were rewritten: events read before a rewrite may say what it took back. */
    rewrites: () => rewrites,
  }
}
