import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Span } from '#features/results/replay/spans.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { lockToDecide } from './decisionQueries.ts'
import { encoderHere, Unreadable } from './film/ffmpeg.ts'
import { removeWork, workFolder } from './film/folders.ts'
import { tracksOf } from './film/plan.ts'
import { whileQuiet } from './film/quiet.ts'
import { type Hearing, hear } from './film/render.ts'
import { holdLines, nextWithoutSilences, piecesOf, recordingOf } from './queries.ts'
import { recordingSilence } from './tables.ts'
import { overlaps, wholeOf } from './watchRule.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Finds the silences of a recording that has become whole. */
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
/** Milliseconds until a recording is tried again that failed once, and at most. */
const PAUSE = 300_000
const LONGEST_PAUSE = 7 * 86_400_000

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

/** The sound of a recording, and what tells it from what is left of it once a person is removed for good. */
async function soundOf(db: Parameters<typeof piecesOf>[0], id: string) {
  const tracks = tracksOf(await piecesOf(db, id)).filter(({ source }) => /microphone|audio/.test(source))
  return {
    tracks,
    made: createHash('sha256')
      .update(JSON.stringify([id, tracks]))
      .digest('hex'),
  }
}
type Sound = Awaited<ReturnType<typeof soundOf>>

/** What this server has found of a sound before it was interrupted, up to which second. */
let begun: { readonly made: string; readonly spans: Span[]; to: number } | undefined

/** When no one is heard in a recording, nor the sound of a screen. */
async function silencesOf(hearing: Hearing, { tracks, made }: Sound): Promise<Span[]> {
  const { seconds } = hearing.watched.found
  // without any sound there is nothing to skip to
  if (tracks.length === 0) return []
  if (begun?.made !== made) begun = { made, spans: [], to: 0 }
  const found = begun
  while (found.to < seconds) {
    const part = { from: found.to, to: Math.min(seconds, found.to + WINDOW) }
    const now = tracks.filter(track => overlaps(track, part))
    const told = now.length > 0 ? await hear(hearing, part, now, `silencedetect=noise=${QUIET}dB:d=1`) : undefined
    const length = part.to - part.from
    const spans = told ? silencesTold(told, length) : [{ from: 0, to: length }]
    found.spans.push(...spans.map(span => ({ from: part.from + span.from, to: part.from + span.to })))
    found.to = part.to
  }
  return skippable(found.spans)
}

/** What is missing in a storage is no silence: it may be out of reach. */
const whole = ({ storage }: Frame): Hearing['storage'] => ({
  read: async (...of) => {
    const stored = await storage.read(...of)
    if (!stored) throw new Error(`${of[0]} is missing`)
    return stored
  },
})

async function find(frame: Frame, { id, pitchId }: { id: string; pitchId: number }, signal: AbortSignal) {
  const { db, log } = frame
  const found = await recordingOf(db, pitchId, id)
  if (!found) return
  const work = `${id}-silences`
  try {
    const sound = await soundOf(db, id)
    const folder = await workFolder(frame, work, 'found')
    const hearing = { storage: whole(frame), watched: wholeOf(found), folder, signal }
    const spans = await silencesOf(hearing, sound).catch(error => {
      if (!(error instanceof Unreadable)) throw error
      // it is not tried again and again
      log.warn({ err: error, recording: id }, 'the sound of a recording cannot be read')
      return []
    })
    await db.transaction(tx => store(tx, id, sound, spans))
    begun = undefined
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, recording: id }, 'silences are looked for again later')
    await db.transaction(tx => noteFailure(tx, id))
  } finally {
    await removeWork(frame, work)
  }
}

/** Stores what was found, unless the sound is another by now: a person was removed for good. */
async function store(db: Transaction, recordingId: string, { made }: Sound, spans: Span[]): Promise<void> {
  if (!(await lockToDecide(db, recordingId))) return
  await holdLines(db, recordingId)
  if ((await soundOf(db, recordingId)).made !== made) return
  const set = { spans, againAt: null }
  await db
    .insert(recordingSilence)
    .values({ recordingId, ...set })
    .onConflictDoUpdate({ target: recordingSilence.recordingId, set })
}

/** Notes that it is tried again, each time after a longer pause. */
async function noteFailure(db: Transaction, recordingId: string): Promise<void> {
  if (!(await lockToDecide(db, recordingId))) return
  const [row] = await db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, recordingId))
  const before = row?.failures ?? 0
  const set = { failures: before + 1, againAt: new Date(rightTime() + Math.min(LONGEST_PAUSE, PAUSE * 4 ** before)) }
  await db
    .insert(recordingSilence)
    .values({ recordingId, spans: [], ...set })
    .onConflictDoUpdate({ target: recordingSilence.recordingId, set })
}

/** When no one is heard, in seconds since the recording began; nothing until that was looked for. */
export async function silencesIn(db: Pick<Frame['db'], 'select'>, recordingId: string): Promise<Span[]> {
  const [row] = await db.select().from(recordingSilence).where(eq(recordingSilence.recordingId, recordingId))
  return [...(row?.spans ?? [])]
}

export const silenceJobs = {
  /** One recording a time: a run ends before its job counts as lost. */
  findSilences: async (_payload, frame, { signal }) => {
    if (!(await encoderHere())) return
    const one = await nextWithoutSilences(frame.db, rightNow())
    if (!one) return
    await whileQuiet(
      frame,
      signal,
      async () => true,
      within => find(frame, one, within),
    )
  },
} satisfies JobHandlers
