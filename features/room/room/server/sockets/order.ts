import type { RoomEvent } from '#features/room/room/parts.ts'

export interface Order {
  /** Takes events in any order; some may come twice, others never. */
  take(events: readonly RoomEvent[]): void
  /** The room's last event has this number: missing ones up to it are read. */
  catchUp(head: number): void
  close(): void
}

interface OrderOptions {
  /** The number of the last event that needs no delivery. */
  readonly last: number
  /** Gets the events in the order of their numbers, each once. */
  readonly deliver: (event: RoomEvent) => void
  /** The next stored events after a number. */
  readonly read: (after: number) => Promise<readonly RoomEvent[]>
  readonly onError: (error: unknown) => void
}

/** Milliseconds that an event waits for the one before it: two commits at nearly the same time may cross. */
const PATIENCE = 40
/** Milliseconds until the next attempt after the database failed. */
const RETRY = 500
/** The most events that wait for an earlier one; further ones are read from the database. */
const MOST_WAITING = 1000

/** Delivers the events of one room in order, and reads missing ones from the database. */
export function keepOrder({ last, deliver, read, onError }: OrderOptions): Order {
  const waiting = new Map<number, RoomEvent>()
  let head = last
  let timer: NodeJS.Timeout | undefined
  let reading = false
  let closed = false

  const drain = () => {
    for (let next = waiting.get(last + 1); next; next = waiting.get(last + 1)) {
      waiting.delete(next.seq)
      last = next.seq
      deliver(next)
    }
    if (head > last) wait(PATIENCE)
  }
  const add = (events: readonly RoomEvent[]) => {
    for (const event of events) {
      head = Math.max(head, event.seq)
      if (event.seq > last && waiting.size < MOST_WAITING) waiting.set(event.seq, event)
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
      if (!closed) add(missing)
    } catch (error) {
      pause = RETRY
      onError(error)
    } finally {
      reading = false
    }
    if (head > last) wait(pause)
  }
  return {
    take: add,
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
