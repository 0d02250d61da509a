import { pitchByUuid } from '#features/core/pitch/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers, type Jobs } from '#server/jobs/jobs.ts'
import { plainSize } from '#server/storage/local.ts'
import { recordingOf, recordingWithPitch } from '../queries.ts'
import { publishedOf, wholeOf } from '../watchRule.ts'
import { encoderHere } from './ffmpeg.ts'
import { removeWork, workFolder } from './folders.ts'
import { type FilmPlan, planFilm } from './plan.ts'
import { filmFolder, filmKey, filmOf, isWanted, noteFilm } from './queries.ts'
import { LATER, whileQuiet } from './quiet.ts'
import { joinScenes, type Rendering, renderScene } from './render.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Makes one mp4 of a recording, and its sound alone. */
    makeFilm: { readonly recording: string; readonly audience: 'team' | 'attendees'; readonly attempt: string }
  }
}
type Made = Jobs['makeFilm']

/** The name of the work on a film. */
const workOf = ({ recording, audience }: Made) => `${recording}-${audience}`

/** The share of the work that the scenes are. */
const SCENES = 0.95

export const enqueueFilm = (db: Parameters<typeof addJob>[0], film: Made, runAt?: Date): Promise<void> =>
  addJob(db, 'makeFilm', film, {
    key: `film ${film.recording} ${film.audience}`,
    queue: 'films',
    ...(runAt && { runAt }),
  })

export const filmJobs = {
  /**
   * One after another, when the recording is whole, and only while no pitch is live. What was made before an interruption (a pitch that begins, a server
   * that is killed) is not made again.
   */
  makeFilm: async (film, frame, { signal }) => {
    const row = await filmOf(frame.db, film.recording, film.audience)
    // canceled while it waited
    if (!row) return removeWork(frame, workOf(film))
    if (row.attempt !== film.attempt || row.state === 'ready') return
    try {
      await makeOrWait(film, frame, signal)
    } catch (error) {
      // a server that shuts down leaves the work to the next
      if (signal?.aborted) throw error
      frame.log.warn({ err: error, film }, 'a film was not made')
      const reason = error instanceof Error ? error.message : String(error)
      await removeWork(frame, workOf(film))
      await noteFilm(frame.db, film.attempt, { state: 'failed', reason: reason.slice(0, 500), secondsLeft: null })
    }
  },
} satisfies JobHandlers

async function makeOrWait(film: Made, frame: Frame, ends: AbortSignal | undefined): Promise<void> {
  const { db } = frame
  const wanted = () => isWanted(db, film.attempt)
  // one that is made of what is still recorded, or is not all stored yet, waits too
  const isWhole = Boolean((await recordingWithPitch(db, film.recording))?.readyAt)
  if (isWhole && (await whileQuiet(frame, ends, wanted, signal => make(film, frame, signal)))) return
  const isCanceled = !(await noteFilm(db, film.attempt, { state: 'waiting', secondsLeft: null }))
  if (isCanceled) await removeWork(frame, workOf(film))
  else await db.transaction(tx => enqueueFilm(tx, film, new Date(rightTime() + LATER)))
}

async function make(film: Made, frame: Frame, signal: AbortSignal): Promise<void> {
  const { recording, audience, attempt } = film
  const { db, storage } = frame
  const encoder = await encoderHere()
  if (!encoder) throw new Error('ffmpeg with an encoder of H.264 is not installed')
  const [watched, plan] = await planned(frame, recording, audience)
  if (plan.frames === 0) throw new Error('nothing was recorded')
  await noteFilm(db, attempt, { state: 'running' })
  // another plan begins anew
  const folder = await workFolder(frame, workOf(film), plan.made.slice(0, 16))
  const rendering: Rendering = { storage, watched, encoder, signal, folder }
  await renderAll(rendering, plan, (progress, secondsLeft) => noteFilm(db, attempt, { progress, secondsLeft }))
  const made = await joinScenes(rendering, plan)
  const row = { recordingId: recording, attempt }
  const [bytes, soundBytes] = [await put(frame, row, 'mp4', made.film), await put(frame, row, 'm4a', made.sound)]
  const ready = { state: 'ready', progress: 1, secondsLeft: null, made: plan.made, bytes, soundBytes } as const
  // canceled at the last moment
  if (!(await noteFilm(db, attempt, ready))) await storage.remove(filmFolder(row))
  await removeWork(frame, workOf(film))
}

/** What may be watched of a recording, and the film of it. */
async function planned(frame: Frame, recording: string, audience: Made['audience']) {
  return frame.db.transaction(async db => {
    const named = await recordingWithPitch(db, recording)
    const pitch = named && (await pitchByUuid(db, named.pitchUuid))
    const found = pitch && (await recordingOf(db, pitch.id, recording))
    const watched = found && (audience === 'team' ? wholeOf(found) : await publishedOf(db, pitch, found))
    if (!watched) throw new Error('nothing of the recording may be watched')
    return [watched, await planFilm({ db, frame }, pitch, watched)] as const
  })
}

async function renderAll(
  rendering: Rendering,
  { scenes, frames }: FilmPlan,
  note: (progress: number, secondsLeft: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  let done = 0
  for (const [number, scene] of scenes.entries()) {
    await renderScene(rendering, scene, number)
    done += scene.frames
    const seconds = (performance.now() - began) / 1000
    const all = (seconds * frames) / done / SCENES
    await note((SCENES * done) / frames, Math.ceil(Math.max(0, all - seconds)))
  }
}

async function put(
  { storage }: Frame,
  row: { recordingId: string; attempt: string },
  type: 'mp4' | 'm4a',
  file: string,
) {
  const size = await plainSize(file)
  await storage.put(filmKey(row, type), { file })
  return size
}
