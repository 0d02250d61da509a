import type { RoomEvent } from '#features/room/room/parts.ts'

export interface Order {
  /** Takes events as they come: in any order, some perhaps twice, some perhaps never. */
  take(events: readonly RoomEvent[]): void
  /** Says that the room's last event has this number; what is missing up to it is read. */
  catchUp(head: number): void
  close(): void
}

interface OrderOptions {
  /** The number of the last event that needs no delivery. */
  readonly last: number
  /** Gets events one after the other, by their numbers, each once. */
  readonly deliver: (event: RoomEvent) => void
  /** The next stored events after a number. */
  readonly read: (after: number) => Promise<readonly RoomEvent[]>
  readonly onError: (error: unknown) => void
}

/** How long an event waits for the one before it, in milliseconds: two commits that are nearly together cross at times. */
const PATIENCE = 40
/** How long to wait after the database has failed to say what is missing, in milliseconds. */
const RETRY = 500
/** Events held back; beyond that all come from the database. */
const MOST_HELD = 1000

/** Brings the events of one room in order. What does not come by itself is read from the database. */
export function keepOrder({ last, deliver, read, onError }: OrderOptions): Order {
  const held = new Map<number, RoomEvent>()
  let head = last
  let timer: NodeJS.Timeout | undefined
  let reading = false
  let closed = false

  const drain = () => {
    for (let next = held.get(last + 1); next; next = held.get(last + 1)) {
      held.delete(next.seq)
      last = next.seq
      deliver(next)
    }
    if (head > last) wait(PATIENCE)
  }
  const hold = (events: readonly RoomEvent[]) => {
    for (const event of events) {
      head = Math.max(head, event.seq)
      if (event.seq > last && held.size < MOST_HELD) held.set(event.seq, event)
    }
    drain()
  }
  const wait = (milliseconds: number) => {
    if (timer || reading || closed) return
    timer = setTimeout(readMissing, milliseconds)
  }
  const readMissing = async () => {
    timer = undefined
    if (head <= last) return
    reading = true
    let pause = PATIENCE
    try {
      const missing = await read(last)
      reading = false
      if (!closed) hold(missing)
    } catch (error) {
      pause = RETRY
      onError(error)
    } finally {
      reading = false
    }
    if (head > last) wait(pause)
  }
  return {
    take: hold,
    catchUp: seq => {
      head = Math.max(head, seq)
      if (head > last) wait(PATIENCE)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
