import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { firstPages } from '#features/room/deck/rules.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
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
  if (found.isAttached) {
    const matched = await pagesMatched(context.db, pitch.id, found.id)
    // a slide that is not in the deck any more keeps the number that it has in its file
    const shown = matched.map(slide => ({ ...slide, page: slide.page ?? slide.number }))
    return { shown, off: [], asked: [], run }
  }
  return { ...timelineOf(context.frame.roomModel, await eventsOf(context, pitch.id, run.to), run), run }
}

/** The slides that were matched with a video, by their pages in the deck as it is now; null for one that is not there. */
export async function pagesMatched(db: Reading['db'], pitchId: number, recording: string) {
  const { first } = firstPages(await filesOf(db, pitchId))
  const slides = await slidesMatched(db, recording)
  return slides.map(({ fileId = '', ...slide }) => {
    const begins = first.get(fileId)
    return { ...slide, fileId, page: begins === undefined ? null : begins + slide.number - 1 }
  })
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
