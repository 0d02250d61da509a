import { randomUUID } from 'node:crypto'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CallFailed } from '#contract/call.ts'
import { type AttachedLine, finishAttached } from '#features/room/recording/server/attachedQueries.ts'
import { headKey, lineFolder, recordingFolder, segmentKey } from '#features/room/recording/server/keys.ts'
import { rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers, type Jobs } from '#server/jobs/jobs.ts'
import { freeBytes } from '#server/storage/local.ts'
import { lockToDecide } from '../decisionQueries.ts'
import { encoderHere } from '../film/ffmpeg.ts'
import { removeWork, workFolder } from '../film/folders.ts'
import { LATER, whileQuiet } from '../film/quiet.ts'
import { beginVideo, isVideoWanted, noteVideo, type VideoRow, videoOf } from '../videoQueries.ts'
import { idOf } from './ids.ts'
import { CODED_BYTES, codePicture, codeSound, copyPicture, PART, type Part, type Preparing } from './pieces.ts'
import { LONGEST, probe, VideoRefused } from './probe.ts'
import { mayPrepare, SOURCE } from './program.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    /** Prepares an attached video for browsers. */
    prepareVideo: { readonly recording: string; readonly attempt: string }
  }
}
type Attempt = Jobs['prepareVideo']

/** The name of the work on a video. */
const workOf = (recording: string): string => `video-${recording}`

/** What somebody uploaded, kept until it is prepared. */
export const sourceKey = (recording: string): string => `${recordingFolder(recording)}/source/video.mp4`
const sourceFolder = (recording: string): string => `${recordingFolder(recording)}/source`

/** The share of the work that coding is; the rest stores what came of it. */
const CODING = 0.95
/** Parts of a video at most: what says that it is shorter than it is ends here. */
const MOST_PARTS = LONGEST / PART

const enqueueVideo = (db: Transaction, video: Attempt, runAt?: Date): Promise<void> =>
  addJob(db, 'prepareVideo', video, {
    key: `video ${video.recording}`,
    // one after another, and after films
    queue: 'films',
    ...(runAt && { runAt }),
  })

/** Begins to prepare a video, unless it is ready. */
export async function prepareAgain(db: Transaction, recording: string): Promise<void> {
  const attempt = randomUUID()
  if (await beginVideo(db, recording, attempt)) await enqueueVideo(db, { recording, attempt })
}

export const videoJobs = {
  prepareVideo: async (video, frame, { signal }) => {
    const row = await videoOf(frame.db, video.recording)
    if (row?.attempt !== video.attempt || row.state === 'ready') return
    const wanted = () => isVideoWanted(frame.db, video.attempt)
    try {
      if (await whileQuiet(frame, signal, wanted, ends => prepare(frame, row, ends))) return
      if (!(await wanted())) return void (await removeWork(frame, workOf(video.recording)))
      await noteVideo(frame.db, video.attempt, { state: 'waiting', secondsLeft: null })
      await frame.db.transaction(tx => enqueueVideo(tx, video, new Date(rightTime() + LATER)))
    } catch (error) {
      // a server that shuts down leaves the work to the next
      if (signal?.aborted) throw error
      frame.log.warn({ err: error, video }, 'a video was not prepared')
      await removeWork(frame, workOf(video.recording))
      const reason = error instanceof VideoRefused ? error.code : error instanceof Error ? error.message : String(error)
      await noteVideo(frame.db, video.attempt, { state: 'failed', reason: reason.slice(0, 500), secondsLeft: null })
    }
  },
} satisfies JobHandlers

async function prepare(frame: Frame, row: VideoRow, signal: AbortSignal): Promise<void> {
  const { db, storage } = frame
  const { recordingId, attempt, accountId } = row
  const encoder = await encoderHere()
  if (!encoder || !(await mayPrepare(frame))) throw new Error('ffmpeg is not installed, or cannot be isolated')
  await noteVideo(db, attempt, { state: 'running' })
  const folder = await workFolder(frame, workOf(recordingId), 'parts')
  await mkdir(join(folder, 'in'), { recursive: true })
  if (!(await exists(join(folder, SOURCE)))) {
    if (frame.settings.s3) await mustFit(folder, row.size)
    if (!(await storage.copyTo(sourceKey(recordingId), join(folder, SOURCE))))
      throw new Error('the uploaded file is gone')
  }
  const facts = await probe(folder)
  const onTime = progressOf(frame, attempt, facts.seconds)
  const preparing: Preparing = { folder, facts, encoder, signal, onTime }
  const picture = await pictureOf(preparing, row.size)
  const sound = await codeSound({ ...preparing, onTime: () => {} })
  if (picture.length === 0) throw new VideoRefused('VideoDamaged')
  const lines = [
    await storeLine(frame, recordingId, 'screen_share', picture),
    ...(sound ? [await storeLine(frame, recordingId, 'screen_share_audio', [sound])] : []),
  ]
  const isDone = await db.transaction(tx => finish(tx, row, { accountId, lines }))
  const left = isDone ? [sourceFolder(recordingId)] : lines.map(({ id }) => lineFolder(recordingId, id))
  for (const gone of left) await storage.remove(gone)
  await removeWork(frame, workOf(recordingId))
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The picture as it is where browsers play it, else coded anew part by part. */
async function pictureOf(preparing: Preparing, bytes: number): Promise<Part[]> {
  const { folder, facts } = preparing
  const done = await readdir(folder)
  if (facts.plays) {
    if (!done.includes('copy')) await mustFit(folder, bytes)
    const copied = await copyPicture(preparing)
    if (copied) return [copied]
  }
  const left = facts.seconds - PART * done.filter(name => name.startsWith('part')).length
  await mustFit(folder, left * CODED_BYTES)
  const parts: Part[] = []
  while (parts.length < MOST_PARTS) {
    const part = await codePicture(preparing, parts.length)
    if (part) parts.push(part)
    const seconds = part?.segments.reduce((sum, segment) => sum + segment.seconds, 0) ?? 0
    if (seconds < PART - 0.5) break
  }
  return parts
}

/** What is made of a video may not take what the console itself needs of the disk. */
async function mustFit(folder: string, bytes: number): Promise<void> {
  if ((await freeBytes(folder)) < bytes) throw new CallFailed('StorageFull')
}

/** Tells how far the program is, not more often than people look. */
function progressOf({ db, log }: Frame, attempt: string, whole: number): (seconds: number) => void {
  const began = performance.now()
  let [told, first] = [0, undefined as number | undefined]
  return done => {
    const now = performance.now()
    first ??= done
    if (now - told < 2000) return
    told = now
    const progress = CODING * Math.min(1, done / whole)
    const speed = (done - first) / ((now - began) / 1000)
    const secondsLeft = speed > 0 ? Math.ceil(Math.max(0, whole - done) / speed) : null
    noteVideo(db, attempt, { progress, secondsLeft }).catch(error => log.warn({ err: error }, 'progress was not noted'))
  }
}

/** Stores the pieces of a line, as those of a recording are. */
async function storeLine(
  { storage }: Frame,
  recording: string,
  source: AttachedLine['source'],
  parts: readonly Part[],
): Promise<AttachedLine> {
  const id = idOf(`${recording} ${source}`)
  // what was left of an attempt that failed
  await storage.remove(lineFolder(recording, id))
  const segments: AttachedLine['segments'][number][] = []
  for (const [head, part] of parts.entries()) {
    await storage.put(headKey(recording, id, head), { file: join(part.folder, 'head.mp4') })
    let startsAt = part.from
    for (const { file, seconds, bytes } of part.segments) {
      const number = segments.length
      await storage.put(segmentKey(recording, id, number), { file })
      segments.push({ number, head, startsAt, seconds, bytes })
      startsAt += seconds
    }
  }
  return { id, source, segments, heads: parts.map(({ codecs }, number) => ({ number, codecs })) }
}

/** False when it was removed at the last moment. */
async function finish(
  db: Transaction,
  { recordingId, attempt }: VideoRow,
  { accountId, lines }: { accountId: string; lines: readonly AttachedLine[] },
): Promise<boolean> {
  if (!(await lockToDecide(db, recordingId))) return false
  if (!(await noteVideo(db, attempt, { state: 'ready', progress: 1, secondsLeft: null }))) return false
  const ends = lines.flatMap(({ segments }) => segments.map(({ startsAt, seconds }) => startsAt + seconds))
  await finishAttached(db, recordingId, { accountId, lines, seconds: ends.reduce((a, b) => Math.max(a, b), 0) })
  return true
}
