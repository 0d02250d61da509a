import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import type { PartStatus } from '#server/frame.ts'

// Whoever asks for the time on the server asks here. What is stored is compared by several servers, and by the database
// itself: a server whose machine is two hours ahead would take everybody's session, link and code for ended.

/** Milliseconds by which this machine's clock may differ from the database's before the database's counts instead. */
const TOLERATED = 1000

/** The database's time, and what the clock that nobody sets said at the same moment; undefined before the first look. */
let known: { readonly right: number; readonly at: number } | undefined

/** The time that counts, in milliseconds since 1970: the database's, by whatever this machine's clock is wrong or jumps. */
export function rightTime(): number {
  const own = Date.now()
  if (!known) return own
  const right = known.right + performance.now() - known.at
  return Math.abs(own - right) <= TOLERATED ? own : Math.round(right)
}

export const rightNow = (): Date => new Date(rightTime())

/** This machine's own, for LiveKit beside us, which compares what we sign with nothing else. */
export const machineTime = (): number => Date.now()

/** Milliseconds by which this machine's clock is ahead of the database's; negative when it is behind. */
export const ahead = (): number => Date.now() - rightTime()

/** Asks the database for its time, which counts from now on, and answers it. */
export async function readClock(db: Database): Promise<Date> {
  const began = performance.now()
  const { rows } = await db.execute<{ now: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::text as now`,
  )
  const ended = performance.now()
  const right = Number(rows[0]?.now)
  // an answer that took long says little about the moment that it is of
  if (!known || ended - began < TOLERATED) known = { right, at: (began + ended) / 2 }
  return new Date(right)
}

/** Whether this machine's clock is right, for /healthz. The console goes on when it is not. */
export function clockStatus(): PartStatus {
  const seconds = Math.round(ahead() / 1000)
  if (seconds === 0) return 'ok'
  const much = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`
  return `off: this machine's clock is ${much} the database's, whose time is used instead`
}
