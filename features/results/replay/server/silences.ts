import { eq } from 'drizzle-orm'
import type { Span } from '#features/results/replay/spans.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { encoderHere } from './film/ffmpeg.ts'
import { removeWork, workFolder } from './film/folders.ts'
import { tracksOf } from './film/plan.ts'
import { whileQuiet } from './film/quiet.ts'
import { type Hearing, hear } from './film/render.ts'
import { piecesOf, recordingOf, withoutSilences } from './queries.ts'
import { recordingSilence } from './tables.ts'
import { overlaps, wholeOf } from './watchRule.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Finds the silences of recordings that have become whole. */
    findSilences: Record<string, never>
  }
}

/** Seconds of sound that are looked at in one go. */
const WINDOW = 60
/** Decibels below which no one speaks. */
const QUIET = -45
/** Seconds of the shortest silence, and how much of it stays at either end. */
const SHORTEST = 4
const KEPT = 0.5

/** The silences of a part of that many seconds, as ffmpeg's silencedetect tells them. */
export function silencesTold(lines: readonly string[], seconds: number): Span[] {
  const spans: Span[] = []
  let from: number | undefined
  for (const line of lines) {
    const [, edge, time] = /silence_(start|end): (-?[\d.]+)/.exec(line) ?? []
    if (edge === 'start') from = Math.max(0, Number(time))
    // of many lines the first are cut off
    else if (edge === 'end' && from !== undefined) {
      spans.push({ from, to: Math.min(seconds, Number(time)) })
      from = undefined
    }
  }
  return from === undefined ? spans : [...spans, { from, to: seconds }]
}

/** What can be skipped of silences in their order: those that are long enough, put together, without their ends. */
export function skippable(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && span.from - last.to < 0.05) merged[merged.length - 1] = { from: last.from, to: span.to }
    else merged.push(span)
  }
  return merged
    .filter(({ from, to }) => to - from >= SHORTEST)
    .map(({ from, to }) => ({ from: from + KEPT, to: to - KEPT }))
}

/** When no one is heard in a recording, nor the sound of a screen. */
async function silencesOf(hearing: Hearing, db: Frame['db']): Promise<Span[]> {
  const { id, seconds } = hearing.watched.found
  const sounds = tracksOf(await piecesOf(db, id)).filter(({ source }) => /microphone|audio/.test(source))
  // without any sound there is nothing to skip to
  if (sounds.length === 0) return []
  const spans: Span[] = []
  for (let from = 0; from < seconds; from += WINDOW) {
    const part = { from, to: Math.min(seconds, from + WINDOW) }
    const now = sounds.filter(track => overlaps(track, part))
    const told = now.length > 0 ? await hear(hearing, part, now, `silencedetect=noise=${QUIET}dB:d=1`) : undefined
    const length = part.to - from
    const found = told ? silencesTold(told, length) : [{ from: 0, to: length }]
    spans.push(...found.map(span => ({ from: from + span.from, to: from + span.to })))
  }
  return skippable(spans)
}

async function find(frame: Frame, { id, pitchId }: { id: string; pitchId: number }, signal: AbortSignal) {
  const found = await recordingOf(frame.db, pitchId, id)
  if (!found) return
  const work = `${id}-silences`
  const folder = await workFolder(frame, work, 'found')
  try {
    const spans = await silencesOf({ storage: frame.storage, watched: wholeOf(found), folder, signal }, frame.db)
    await store(frame.db, id, spans)
  } catch (error) {
    if (signal.aborted) throw error
    // a recording whose sound cannot be read is not tried again and again
    frame.log.warn({ err: error, recording: id }, 'silences were not found')
    await store(frame.db, id, [])
  } finally {
    await removeWork(frame, work)
  }
}

const store = (db: Frame['db'], recordingId: string, spans: Span[]) =>
  db.insert(recordingSilence).values({ recordingId, spans }).onConflictDoNothing()

/** When no one is heard, in seconds since the recording began; nothing until that was looked for. */
export async function silencesIn(db: Pick<Frame['db'], 'select'>, recordingId: string): Promise<Span[]> {
  const [row] = await db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, recordingId))
  return [...(row?.spans ?? [])]
}

export const silenceJobs = {
  findSilences: async (_payload, frame, { signal }) => {
    if (!(await encoderHere())) return
    for (const one of await withoutSilences(frame.db)) {
      const isDone = await whileQuiet(
        frame,
        signal,
        async () => true,
        within => find(frame, one, within),
      )
      if (!isDone) return
    }
  },
} satisfies JobHandlers
