import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { VideoRefusal } from '../../rules.ts'
import { asMp4, runOn } from '../film/ffmpeg.ts'
import { SOURCE } from './program.ts'

/** Why a video is refused. */
export class VideoRefused extends Error {
  readonly code: VideoRefusal
  constructor(code: VideoRefusal, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.name = 'VideoRefused'
    this.code = code
  }
}

/** What is in a video. */
export interface VideoFacts {
  readonly picture: { readonly index: number; readonly rate: number }
  /** Its sound; undefined without any. */
  readonly sound: number | undefined
  /** As its head says, which may be wrong. */
  readonly seconds: number
  /** Browsers play its picture as it is. */
  readonly plays: boolean
}

/** Seconds that a video may last, and the pixels of a picture: 8K. */
export const LONGEST = 12 * 3600
const LARGEST = 7680 * 4320
/** What viewers may have to load in a second, in bits, and the pixels that all of them draw: 4K. */
const MOST_BITS = 12_000_000
const MOST_PIXELS = 3840 * 2160
/** Pictures in a second of what is coded anew. */
const RATES = { least: 10, most: 30, otherwise: 25 }
/** Seconds of the programs, and bytes of what they say. */
const LIMITS = { seconds: 30, memoryMb: 768, fileMb: 1, isLong: false }
const MOST_SAID = 256 * 1024

const number = z.coerce.number().catch(0)
const Stream = z.object({
  index: z.number(),
  codec_type: z.string().catch(''),
  codec_name: z.string().catch(''),
  profile: z.string().catch(''),
  pix_fmt: z.string().catch(''),
  level: number,
  width: number,
  height: number,
  field_order: z.string().catch('progressive'),
  sample_aspect_ratio: z.string().catch('1:1'),
  avg_frame_rate: z.string().catch(''),
  start_time: number,
  duration: number,
  bit_rate: number,
  disposition: z.object({ attached_pic: number }).catch({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: number })).catch([]),
})
type Stream = z.infer<typeof Stream>
const Probe = z.object({
  streams: z.array(Stream),
  format: z.object({ duration: number, start_time: number, bit_rate: number }),
})
const SHOWN =
  'stream=index,codec_type,codec_name,profile,pix_fmt,level,width,height,field_order,sample_aspect_ratio,avg_frame_rate,start_time,duration,bit_rate:stream_disposition=attached_pic:stream_side_data=rotation:format=duration,start_time,bit_rate'

/**
 * [RULE-055] Looks into the file of a folder.
 * @throws {VideoRefused} with the reason
 */
export async function probe(folder: string): Promise<VideoFacts> {
  if (!(await isMp4(join(folder, SOURCE)))) throw new VideoRefused('VideoTypeNotAllowed')
  let said = ''
  const stop = new AbortController()
  const onLine = (line: string) => {
    said += line
    if (said.length > MOST_SAID) stop.abort()
  }
  const asks = ['-v', 'error', ...asMp4, '-show_entries', SHOWN, '-of', 'json', '-i', SOURCE]
  const ended = await runOn('ffprobe', asks, { folder, ...LIMITS, onLine, signal: stop.signal })
  if (ended.how !== 'exited') throw new VideoRefused('VideoTooComplex', ended.how)
  // it says so of more streams than are looked at
  if (/max_streams/.test(ended.errors)) throw new VideoRefused('VideoTooComplex', 'streams')
  const found = ended.code === 0 ? Probe.safeParse(parsed(said)) : undefined
  if (!found?.success) throw new VideoRefused('VideoDamaged', ended.errors.slice(-300))
  return factsOf(found.data)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The kinds of files that begin as an mp4 does and are one. QuickTime's own, with other codings, are not. */
const brands = /^(?:iso[m2-9]|mp4[12]|avc1|M4V[HP ]|MSNV|dash|mmp4|f4v )$/

async function isMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    if (bytesRead < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
    const end = Math.min(bytes.readUInt32BE(0), bytesRead)
    // the main brand, and after its version those that it also is
    const starts = [8, ...Array.from({ length: Math.max(0, Math.floor((end - 16) / 4)) }, (_, n) => 16 + n * 4)]
    return starts.some(at => brands.test(bytes.toString('latin1', at, at + 4)))
  } finally {
    await file.close()
  }
}

function factsOf({ streams, format }: z.infer<typeof Probe>): VideoFacts {
  const picture = streams.find(one => one.codec_type === 'video' && !one.disposition.attached_pic)
  if (!picture?.codec_name || picture.width < 2 || picture.height < 2)
    throw new VideoRefused('VideoDamaged', 'no picture')
  if (picture.width * picture.height > LARGEST) throw new VideoRefused('VideoTooComplex', 'size')
  const seconds = Math.max(format.duration, ...streams.map(({ duration }) => duration))
  if (seconds > LONGEST) throw new VideoRefused('VideoTooComplex', 'duration')
  if (seconds <= 0) throw new VideoRefused('VideoDamaged', 'no duration')
  const sound = streams.find(one => one.codec_type === 'audio' && one.codec_name)
  return {
    picture: { index: picture.index, rate: rateOf(picture.avg_frame_rate) },
    sound: sound?.index,
    seconds,
    plays: isPlayed(picture, format),
  }
}

function rateOf(fraction: string): number {
  const [of = 0, by = 1] = fraction.split('/').map(Number)
  const rate = Math.round(of / by)
  return rate > 0 && Number.isFinite(rate) ? Math.min(RATES.most, Math.max(RATES.least, rate)) : RATES.otherwise
}

/** Whether every browser plays a picture upright, at once and at its right size. */
const isPlayed = (picture: Stream, format: { start_time: number; bit_rate: number }): boolean =>
  picture.codec_name === 'h264' &&
  picture.pix_fmt === 'yuv420p' &&
  /Baseline|Main|^High$/.test(picture.profile) &&
  picture.level <= 52 &&
  ['progressive', 'unknown'].includes(picture.field_order) &&
  ['1:1', '0:1', 'N/A'].includes(picture.sample_aspect_ratio) &&
  picture.side_data_list.every(({ rotation }) => rotation === 0) &&
  picture.width * picture.height <= MOST_PIXELS &&
  (picture.bit_rate || format.bit_rate) <= MOST_BITS &&
  // it begins with the video: a line knows no picture before it
  Math.abs(picture.start_time - format.start_time) < 0.1
