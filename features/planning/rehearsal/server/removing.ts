import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** While a rehearsal goes on: ends it when nobody has been in it for hours. */
    watchRehearsal: { pitchId: number }
    /** After its end: nothing of it stays. */
    removeRehearsal: { pitchId: number }
  }
}

/** Whoever was cut off comes back to a rehearsal that is over for so long, in milliseconds; then it is gone. */
const STAYS = 2 * 60_000

/** Nothing of a rehearsal stays: neither who was there nor what was said. */
export const removeRehearsalLater = (db: Transaction, pitchId: number, now: Date): Promise<void> =>
  addJob(
    db,
    'removeRehearsal',
    { pitchId },
    { key: `removeRehearsal:${pitchId}`, runAt: new Date(now.getTime() + STAYS) },
  )
