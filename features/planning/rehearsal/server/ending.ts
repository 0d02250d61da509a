import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { WATCH_EVERY } from '#features/planning/rehearsal/rules.ts'
import { endLivePitch } from '#features/room/room/server/liveActs.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** While a rehearsal runs: ends it when it has been empty for hours. */
    watchRehearsal: { pitchId: number }
    /** After its end: removes everything of it. */
    removeRehearsal: { pitchId: number }
  }
}

/** How long an ended rehearsal answers reconnecting browsers that it is over, in milliseconds; then it is removed. */
const KEPT_AFTER_END = 2 * 60_000

type Ending = Pick<Context, 'db' | 'now' | 'announce' | 'afterCommit' | 'frame' | 'request'> & { actor: Actor }

/** Ends the rehearsal of a pitch, which the caller has locked. Returns whether one was running. */
export async function endRehearsalOf(context: Ending, { id }: Pick<PitchRow, 'id'>): Promise<boolean> {
  const open = await openRehearsalOf(context.db, id)
  return open !== undefined && (await endLivePitch(context, open)) !== undefined
}

/** Has an ended rehearsal removed, with its attendance and its chat. */
export const removeRehearsalLater = (db: Transaction, pitchId: number, now: Date): Promise<void> =>
  addJob(db, 'removeRehearsal', { pitchId }, runsIn('removeRehearsal', pitchId, now, KEPT_AFTER_END))

/** Has a running rehearsal checked for people after a while. */
export const watchRehearsalLater = (db: Transaction, pitchId: number, now: Date): Promise<void> =>
  addJob(db, 'watchRehearsal', { pitchId }, runsIn('watchRehearsal', pitchId, now, WATCH_EVERY))

const runsIn = (job: string, pitchId: number, now: Date, ms: number) => ({
  key: `${job}:${pitchId}`,
  runAt: new Date(now.getTime() + ms),
})
