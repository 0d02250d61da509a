import { randomUUID } from 'node:crypto'
import {
  addPageViews,
  BEAT,
  beat,
  closeLostStays,
  closeOwnStays,
  closeStays,
  openStays,
  reopenStays,
  type Stay,
  type Viewed,
} from '#features/room/room/server/stays.ts'
import { readClock, rightNow } from '#server/clock.ts'
import { every } from '#server/every.ts'
import type { Frame } from '#server/frame.ts'

/** Stores who was in which room and for how long, in batches. What the database does not take now is written later. */
export interface AttendanceWriter {
  readonly serverId: string
  /** Settles after the first heartbeat of this server. */
  readonly ready: Promise<void>
  open(stay: Stay): void
  close(id: string, leftAt: Date): void
  viewed(pitchId: number, viewed: readonly Viewed[]): void
  /** Writes what is queued. Fails when the database does. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Without REDIS_URL there is one server: the open stays of any other belong to a server that died. */
export function startAttendanceWriter(
  { db, log, settings }: Omit<Frame, 'rooms'>,
  ownStays: () => string[],
): AttendanceWriter {
  const serverId = randomUUID()
  let opened: Stay[] = []
  let closed: { id: string; leftAt: Date }[] = []
  const views = new Map<number, readonly Viewed[]>()

  const write = async () => {
    // what arrives during a write waits for the next one; what fails goes back to the front
    const opening = opened
    opened = []
    try {
      await openStays(db, opening)
    } catch (error) {
      opened = opening.concat(opened)
      throw error
    }
    const closing = closed
    closed = []
    try {
      await closeStays(db, closing)
    } catch (error) {
      closed = closing.concat(closed)
      throw error
    }
    for (const [pitchId, rows] of views) {
      views.delete(pitchId)
      try {
        await addPageViews(db, pitchId, rows)
      } catch (error) {
        views.set(pitchId, merged(rows, views.get(pitchId) ?? []))
        throw error
      }
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    const turn = writing.then(write)
    writing = turn.catch(() => {})
    return turn
  }

  const upkeep = async () => {
    const now = await readClock(db)
    if (await beat(db, serverId, now)) await reopenStays(db, ownStays())
    await closeLostStays(db, serverId, now, !settings.redisUrl)
    await flush()
  }
  const warn = (error: unknown) => log.warn({ err: error }, 'attendance is written later')
  const first = upkeep().catch(warn)
  const stopUpkeep = every(BEAT, upkeep, warn)
  return {
    serverId,
    ready: first,
    open: stay => void opened.push(stay),
    close: (id, leftAt) => void closed.push({ id, leftAt }),
    viewed: (pitchId, rows) => {
      if (rows.length > 0) views.set(pitchId, merged(views.get(pitchId) ?? [], rows))
    },
    flush,
    stop: async () => {
      stopUpkeep()
      await first
      await flush().catch(error => log.warn({ err: error }, 'attendance was not written'))
      await closeOwnStays(db, serverId, rightNow()).catch(() => {})
    },
  }
}

/** One row for each person and page: an upsert refuses the same row twice. */
function merged(known: readonly Viewed[], more: readonly Viewed[]): Viewed[] {
  const all = new Map<string, Viewed>()
  for (const row of [...known, ...more]) {
    const key = `${row.accountId} ${row.fileId} ${row.page}`
    all.set(key, { ...row, milliseconds: row.milliseconds + (all.get(key)?.milliseconds ?? 0) })
  }
  return [...all.values()]
}
