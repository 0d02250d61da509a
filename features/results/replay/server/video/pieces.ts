import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codingOf } from '#features/room/recording/server/codingOf.ts'
import { plainSize, readPlain } from '#server/storage/local.ts'
import { asMp4, coding, type Encoder, runOn } from '../film/ffmpeg.ts'
import { LONGEST, type VideoFacts } from './probe.ts'
import { SOURCE } from './program.ts'

/** Files of a stretch of one line: a head and segments, whose times go on from `from`. */
export interface Part {
  readonly folder: string
  readonly codecs: string
  readonly from: number
  readonly segments: readonly { readonly file: string; readonly seconds: number; readonly bytes: number }[]
}

/** Where a video is prepared on this machine. */
export interface Preparing {
  readonly folder: string
  readonly facts: VideoFacts
  readonly encoder: Encoder
  readonly signal: AbortSignal
  /** Seconds of it that the program has done. */
  readonly onTime: (seconds: number) => void
}

/** Seconds of a segment, and of a part that is coded in one go: what is lost at an interruption. */
const SEGMENT = 4
export const PART = 60
/** A segment that is not loaded at once: in seconds, and in bytes. The server holds whole segments in memory. */
const LONG = 15
const LARGE = 8 * 1024 ** 2
/** What a second of picture and sound takes at most that are coded anew: in bits, and in bytes with the files around it. */
const MOST_CODED = 6_000_000
export const CODED_BYTES = (MOST_CODED * 1.1) / 8
/** Nothing that is copied or heard is longer, whatever its head says. */
const atMost = ['-t', String(LONGEST)]
const LIMITS = { seconds: 3 * 3600, memoryMb: 4000, fileMb: 4096, isLong: true }

/** The picture as it is; undefined if it cannot be cut into short segments. */
export async function copyPicture(preparing: Preparing): Promise<Part | undefined> {
  const { index } = preparing.facts.picture
  const part = await cut(preparing, 'copy', [], ['-map', `0:${index}`, '-c', 'copy', ...atMost])
  if (part?.segments.every(({ seconds, bytes }) => seconds <= LONG && bytes <= LARGE)) return part
  // an empty folder says that it was tried
  if (part) await rm(part.folder, { recursive: true })
  await mkdir(join(preparing.folder, 'copy'), { recursive: true })
  return undefined
}

/** A part of the picture as browsers play it; undefined behind its end. Made once, also after an interruption. */
export function codePicture(preparing: Preparing, number: number): Promise<Part | undefined> {
  const { facts, encoder } = preparing
  const { index, rate } = facts.picture
  const from = number * PART
  // upright, with square pixels, of a size that every decoder takes
  const filters = [
    `fps=${rate}:start_time=0`,
    'yadif=deint=interlaced',
    'scale=iw*sar:ih,setsar=1',
    "scale='min(1920,iw)':'min(1080,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2",
    'format=yuv420p',
  ]
  const rates = ['-maxrate', String(MOST_CODED), '-bufsize', String(2 * MOST_CODED)]
  const frames = ['-frames:v', String(PART * rate), '-g', String(SEGMENT * rate), '-keyint_min', String(SEGMENT * rate)]
  return cut(
    preparing,
    `part${number}`,
    ['-ss', String(from)],
    [
      ...['-map', `0:${index}`, '-vf', filters.join(','), ...coding[encoder], ...rates, ...frames],
      ...['-sc_threshold', '0', '-threads', '1', '-output_ts_offset', String(from)],
    ],
    from,
  )
}

/** The sound as recordings have it, from the first moment on. */
export async function codeSound(preparing: Preparing): Promise<Part | undefined> {
  const { sound } = preparing.facts
  if (sound === undefined) return undefined
  return cut(
    preparing,
    'sound',
    [],
    [
      ...['-map', `0:${sound}`, '-af', 'aresample=48000:async=1:first_pts=0', '-ac', '2'],
      ...['-c:a', 'libopus', '-strict', '-2', '-b:a', '96k', '-threads', '1', ...atMost],
    ],
  )
}

/** Runs ffmpeg for a folder of segments, which is there whole or not at all. */
async function cut(
  { folder, signal, onTime }: Preparing,
  name: string,
  before: readonly string[],
  how: readonly string[],
  from = 0,
): Promise<Part | undefined> {
  const done = join(folder, name)
  // of what was stored in part by a server that was killed something is missing
  const known = (await exists(done)) ? await partIn(done, from).catch(() => 'broken' as const) : 'none'
  if (known === 'none' || known === 'broken') {
    const work = join(folder, 'work')
    for (const left of [work, done]) await rm(left, { recursive: true, force: true })
    await mkdir(work)
    const args = ['-v', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...before, ...asMp4, '-i', SOURCE, ...how]
    const onLine = (line: string) => {
      const time = /^out_time_us=(\d+)$/.exec(line)?.[1]
      if (time) onTime(from + Number(time) / 1e6)
    }
    const ended = await runOn('ffmpeg', [...args, ...segmented], { folder, ...LIMITS, onLine, signal })
    signal.throwIfAborted()
    if (ended.how !== 'exited') throw new Error(ended.how)
    if (ended.code !== 0) throw new Error(lastLine(ended.errors) ?? `ffmpeg ended with ${ended.code}`)
    await rename(work, done)
  }
  return partIn(done, from)
}

const segmented = [
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'hls', '-hls_time', String(SEGMENT), '-hls_list_size', '0'],
  ...['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'head.mp4'],
  // shown as early as decoded, so that picture and sound begin together in browsers, which know no edit lists
  ...['-hls_segment_options', 'movflags=+negative_cts_offsets:use_editlist=0'],
  ...['-hls_segment_filename', 'work/%d.m4s', 'work/list.m3u8'],
]

/** What the program says last; it names the file before it. */
const lastLine = (errors: string): string | undefined =>
  errors.split('\n').findLast(line => line.trim() !== '' && !line.startsWith('Conversion failed'))

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function partIn(folder: string, from: number): Promise<Part | undefined> {
  if (!(await lstat(folder)).isDirectory()) throw new Error('a program left something else than a folder')
  const list = String(await readPlain(join(folder, 'list.m3u8')).catch(() => ''))
  const segments: { file: string; seconds: number; bytes: number }[] = []
  for (const [, seconds, name = ''] of list.matchAll(/^#EXTINF:([\d.]+),\n(\d+\.m4s)$/gm)) {
    const file = join(folder, name)
    segments.push({ file, seconds: Number(seconds), bytes: await plainSize(file) })
  }
  if (segments.length === 0) return undefined
  return { folder, from, segments, codecs: codingOf(await readPlain(join(folder, 'head.mp4'))) }
}
