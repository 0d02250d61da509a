import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { eventsAfter } from '#features/room/room/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { FoundRecording } from './queries.ts'
import { timelineOf } from './timeline.ts'
import { slidesMatched } from './videoQueries.ts'

export type Reading = Pick<Context, 'db' | 'frame'>
/** Events of a room that are read at once. */
const MANY = 5000

/** The slides that were shown during a recording, and when nothing was to be recorded; with its time in milliseconds. */
export async function shownDuring(context: Reading, pitch: PitchRow, found: FoundRecording) {
  const { startedAt, seconds } = found
  const from = startedAt.getTime()
  const run = { from, to: from + seconds * 1000 }
  if (found.isAttached) return { shown: await slidesMatched(context.db, found.id), off: [], asked: [], run }
  return { ...timelineOf(context.frame.roomModel, await eventsOf(context, pitch.id, run.to), run), run }
}

async function eventsOf({ db }: Reading, pitchId: number, until: number) {
  const events: Awaited<ReturnType<typeof eventsAfter>> = []
  for (;;) {
    const some = await eventsAfter(db, pitchId, events.at(-1)?.seq ?? 0, MANY)
    events.push(...some)
    const last = some.at(-1)
    if (some.length < MANY || (last && Date.parse(last.at) > until)) return events
  }
}
