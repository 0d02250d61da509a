import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import type { PartStatus } from '#server/frame.ts'

// All server code gets the time from here. Stored times are compared by several servers and by the database itself: a
// server whose machine is two hours ahead would treat every session, link and code as expired.

/** Milliseconds by which this machine's clock may differ from the database's before the database's counts instead. */
const TOLERATED = 1000

/** The database's time and the monotonic clock's value at the same moment; undefined before the first query. */
let known: { readonly right: number; readonly at: number } | undefined

/** The current time in milliseconds since 1970: the database's, however wrong this machine's clock is or becomes. */
export function rightTime(): number {
  const own = Date.now()
  if (!known) return own
  const right = known.right + performance.now() - known.at
  return Math.abs(own - right) <= TOLERATED ? own : Math.round(right)
}

export const rightNow = (): Date => new Date(rightTime())

/** This machine's own clock, for the LiveKit on this machine, which checks our tokens against it. */
export const machineTime = (): number => Date.now()

/** Milliseconds by which this machine's clock is ahead of the database's; negative when it is behind. */
export const ahead = (): number => Date.now() - rightTime()

/** Asks the database for its time, uses it from now on, and returns it. */
export async function readClock(db: Database): Promise<Date> {
  const began = performance.now()
  const { rows } = await db.execute<{ now: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::text as now`,
  )
  const ended = performance.now()
  const right = Number(rows[0]?.now)
  // a slow answer says little about the time at which it was read
  if (!known || ended - began < TOLERATED) known = { right, at: (began + ended) / 2 }
  return new Date(right)
}

/** Whether this machine's clock is right, for /healthz. The console keeps running when it is not. */
export function clockStatus(): PartStatus {
  const seconds = Math.round(ahead() / 1000)
  if (seconds === 0) return 'ok'
  const much = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`
  return `off: this machine's clock is ${much} the database's, whose time is used instead`
}
