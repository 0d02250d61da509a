import { appendFile, lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { plainSize, readPlain, writeAnew } from '#server/storage/local.ts'
import { type Readable, readHead, readSegment } from '../media.ts'
import type { Span } from '../timeline.ts'
import type { Watched } from '../watchRule.ts'
import { asMp4, coding, type Encoder, ffmpeg } from './ffmpeg.ts'
import { type FilmPlan, RATE, type Scene, type Track } from './plan.ts'

const WIDTH = 1280
const HEIGHT = 720
/** The person in the corner: how wide, and how far from the edges. */
const INSET = { width: 288, height: 162, margin: 16 }
const HERTZ = 48_000
/** Seconds of sound that are decoded before they are needed: a decoder begins with silence. */
const WARM = 0.5

/** What rendering needs besides its plan. `folder`: on this machine, kept when it is interrupted. */
export interface Rendering {
  readonly storage: Readable
  readonly watched: Watched
  readonly folder: string
  readonly encoder: Encoder
  readonly signal: AbortSignal
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
/** How long a scene is, as ffmpeg counts. */
const samplesOf = ({ frames }: Scene) => Math.round((frames * HERTZ) / RATE)

/**
 * Makes the picture and the sound of one scene, unless they were made before an interruption. One after the other: ffmpeg
 * does not end when the endless last picture of one is to be as long as the sound of the other.
 */
export async function renderScene(rendering: Rendering, scene: Scene, number: number): Promise<void> {
  const picture = new Inputs(rendering, scene)
  await once(rendering, `${number}.h264`, picture, async () => [
    ...['-filter_complex', (await pictureOf(rendering, scene, picture)).join(';'), '-map', '[v]'],
    ...['-frames:v', String(scene.frames), ...coding[rendering.encoder], '-g', String(RATE * 5)],
    ...['-pix_fmt', 'yuv420p', '-threads', '1', '-f', 'h264'],
  ])
  const sound = new Inputs(rendering, scene)
  await once(rendering, `${number}.flac`, sound, async () => [
    ...['-filter_complex', (await soundOf(scene, sound)).join(';'), '-map', '[a]', '-c:a', 'flac', '-f', 'flac'],
  ])
}

/** Makes a file of a scene, which is there whole or not at all. */
async function once(rendering: Rendering, name: string, inputs: Inputs, work: () => Promise<string[]>): Promise<void> {
  const file = join(rendering.folder, name)
  if (await exists(file)) return
  const filters = await work()
  await ffmpeg(rendering, ['-v', 'error', ...inputs.args, ...filters, `${name}.part`])
  await plainSize(`${file}.part`)
  await rename(`${file}.part`, file)
  await inputs.remove()
}

/** The files that ffmpeg reads for a scene: a track's segments of that time after its head. */
class Inputs {
  readonly args: string[] = []
  readonly #rendering: Pick<Rendering, 'storage' | 'watched' | 'folder'>
  readonly #scene: Scene
  readonly #files: string[] = []
  #count = 0

  constructor(rendering: Pick<Rendering, 'storage' | 'watched' | 'folder'>, scene: Scene) {
    this.#rendering = rendering
    this.#scene = scene
  }

  /** Adds a picture that stays. */
  async still(bytes: Buffer): Promise<number> {
    const file = await this.#write('png', [bytes])
    this.args.push('-loop', '1', '-framerate', String(RATE), '-i', file)
    return this.#count++
  }

  /** Adds a track; undefined when nothing of it is stored. `late`: seconds of the scene before it begins. */
  async track(track: Track, before = 0): Promise<{ input: number; late: number } | undefined> {
    const { storage, watched } = this.#rendering
    const { from, to } = this.#scene
    const needed = (span: Span) => span.from < to && span.to > from - before
    const pieces = track.pieces.filter(piece => needed({ from: piece.startsAt, to: piece.startsAt + piece.seconds }))
    const head = await readHead(storage, watched.found.id, track.line, track.head)
    const bytes: Buffer[] = []
    let begins: number | undefined
    for (const piece of pieces) {
      const segment = await readSegment(storage, watched, { id: track.line, source: track.source }, piece)
      if (!segment) continue
      bytes.push(segment)
      begins ??= piece.startsAt
    }
    if (!head || begins === undefined) return undefined
    const skip = Math.max(0, from - begins)
    this.args.push('-ss', skip.toFixed(3), ...asMp4, '-i', await this.#write('mp4', [head, ...bytes]))
    return { input: this.#count++, late: Math.max(0, begins - from) }
  }

  async #write(type: string, parts: readonly Buffer[]): Promise<string> {
    const name = `in${this.#files.length}.${type}`
    const file = join(this.#rendering.folder, name)
    await writeAnew(file, Buffer.concat(parts))
    this.#files.push(file)
    return name
  }

  async remove(): Promise<void> {
    for (const file of this.#files) await rm(file, { force: true })
  }
}

const within = (width: number, height: number) => `scale=${width}:${height}:force_original_aspect_ratio=decrease`
/** An even rate, from the first moment on, whose last picture stays. */
const steady = (late: number) => `setpts=PTS+${late.toFixed(3)}/TB,fps=${RATE}:start_time=0`
const whole = `${within(WIDTH, HEIGHT)},pad=${WIDTH}:${HEIGHT}:(ow-iw)/2:(oh-ih)/2,setsar=1,tpad=stop=-1:stop_mode=clone`

/** The filters of the picture: the screen or the slide, else the person; and the person in the corner. */
async function pictureOf({ storage }: Rendering, scene: Scene, inputs: Inputs): Promise<string[]> {
  const screen = scene.screen && (await inputs.track(scene.screen))
  const face = scene.face && (await inputs.track(scene.face))
  if (screen) {
    const base = `[${screen.input}:v]${steady(screen.late)},${whole}`
    return face ? [`${base}[base]`, ...inCorner(face)] : [`${base}[v]`]
  }
  if (face && !scene.slide) return [`[${face.input}:v]${steady(face.late)},${whole}[v]`]
  const slide = await inputs.still(await canvasOf(storage, scene.slide))
  return face ? [`[${slide}:v]setsar=1[base]`, ...inCorner(face)] : [`[${slide}:v]setsar=1[v]`]
}

function inCorner({ input, late }: { input: number; late: number }): string[] {
  const { width, height, margin } = INSET
  return [
    `[${input}:v]${steady(late)},${within(width, height)},setsar=1[face]`,
    `[base][face]overlay=W-w-${margin}:H-h-${margin}:eof_action=repeat[v]`,
  ]
}

/** A slide as a picture of the film's size; black without one, or when it was deleted meanwhile. */
async function canvasOf(storage: Readable, slide: string | undefined): Promise<Buffer> {
  const stored = slide === undefined ? undefined : await storage.read(slide)
  const size = { width: WIDTH, height: HEIGHT }
  const background = '#000000'
  const image = stored
    ? sharp(await buffer(stored.stream)).resize({ ...size, fit: 'contain', background })
    : sharp({ create: { ...size, channels: 3, background } })
  return image.png({ compressionLevel: 1 }).toBuffer()
}

/** The filters of the sound: everybody at once, exactly as long as the picture. */
async function soundOf(scene: Scene, inputs: Inputs): Promise<string[]> {
  const heard: { input: number; late: number }[] = []
  for (const track of scene.sounds) {
    const added = await inputs.track(track, WARM)
    if (added) heard.push(added)
  }
  const form = `aformat=sample_fmts=s16:sample_rates=${HERTZ}:channel_layouts=stereo`
  const exact = `apad,atrim=end_sample=${samplesOf(scene)},${form}[a]`
  if (heard.length === 0) return [`anullsrc=r=${HERTZ}:cl=stereo,${exact}`]
  const each = heard.map(({ input, late }, i) => {
    const delay = Math.round(late * 1000)
    return `[${input}:a]aresample=${HERTZ}:async=1:first_pts=0,aformat=channel_layouts=stereo,adelay=${delay}:all=1[a${i}]`
  })
  const all = heard.map((_, i) => `[a${i}]`).join('')
  return [...each, `${all}amix=inputs=${heard.length}:duration=longest:normalize=0,${exact}`]
}

/** What listening needs: no picture is encoded. */
export type Hearing = Omit<Rendering, 'encoder'>

/** Sends the sound of a part through a filter. Answers what that says. */
export async function hear(
  hearing: Hearing,
  part: Span,
  sounds: readonly Track[],
  filter: string,
): Promise<readonly string[]> {
  const frames = Math.round((part.to - part.from) * RATE)
  const scene = { ...part, frames, slide: undefined, screen: undefined, face: undefined, sounds }
  const inputs = new Inputs(hearing, scene)
  const filters = [...(await soundOf(scene, inputs)), `[a]${filter}[heard]`]
  const output = ['-filter_complex', filters.join(';'), '-map', '[heard]', '-f', 'null', '-']
  const said = await ffmpeg(hearing, [...inputs.args, ...output])
  await inputs.remove()
  return said
}

/** Loudness that people expect, in LUFS; the peaks; and by how much quiet sound is raised at most. */
const LOUDNESS = -16
const PEAK = 0.84
const MOST_GAIN = 30
/** How often it is corrected at most, and the decibels that nobody hears. */
const CORRECTED = 3
const NEAR = 0.5

/** Joins the scenes to one film and its sound alone. Answers their paths. */
export async function joinScenes(rendering: Rendering, plan: FilmPlan): Promise<{ film: string; sound: string }> {
  const path = (name: string) => join(rendering.folder, name)
  const [picture, sound, film] = ['all.h264', 'sound.m4a', 'film.mp4']
  await writeAnew(path(picture), '')
  for (const number of plan.scenes.keys()) await appendFile(path(picture), await readPlain(path(`${number}.h264`)))
  const list = plan.scenes.map((_, number) => `file '${number}.flac'\n`).join('')
  await writeAnew(path('sounds.txt'), list)
  await writeAnew(path('chapters.txt'), metadataOf(plan))
  const sounds = ['-f', 'concat', '-i', 'sounds.txt']
  const level = ['-af', `${await levelOf(rendering, sounds)},aresample=${HERTZ}`]
  const facts = (input: number) => ['-map_metadata', String(input), '-map_chapters', String(input)]
  await ffmpeg(rendering, [
    ...['-v', 'error', ...sounds, '-i', 'chapters.txt', '-map', '0:a', ...facts(1), ...level],
    ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'mp4', sound],
  ])
  await ffmpeg(rendering, [
    ...['-v', 'error', '-framerate', String(RATE), '-f', 'h264', '-i', picture, '-i', sound],
    ...['-i', 'chapters.txt', '-map', '0:v', '-map', '1:a', ...facts(2), '-c', 'copy'],
    ...['-movflags', '+faststart', '-f', 'mp4', film],
  ])
  return { film: path(film), sound: path(sound) }
}

const levelBy = (gain: string) => `volume=${gain}dB,alimiter=limit=${PEAK}:level=disabled`

/**
 * The filters that bring a sound to its loudness. What the limiter takes from sound with high peaks is measured behind it,
 * and given again.
 */
export async function levelOf(
  rendering: Pick<Rendering, 'folder' | 'signal'>,
  inputs: readonly string[],
): Promise<string> {
  const measure = (filters: readonly string[]) => {
    const chain = [...filters, 'ebur128=framelog=verbose'].join(',')
    return ffmpeg(rendering, [...inputs, '-af', chain, '-f', 'null', '-'])
  }
  let gain = gainOf(await measure([]))
  for (let again = 0; again < CORRECTED; again++) {
    const next = gainOf(await measure([levelBy(gain)]), Number(gain))
    const isNear = Math.abs(Number(next) - Number(gain)) < NEAR
    gain = next
    if (isNear) break
  }
  return levelBy(gain)
}

/** By how many decibels the sound is raised, from what was measured at a gain; silence stays silence. */
export function gainOf(measured: readonly string[], before = 0): string {
  const line = measured.findLast(text => /^\s*I:\s+-?[\d.]+ LUFS/.test(text))
  const loudness = Number(/-?[\d.]+/.exec(line ?? '')?.[0] ?? Number.NaN)
  // below -70 LUFS nothing is measured
  if (!(loudness > -70)) return String(before)
  return Math.min(MOST_GAIN, before + LOUDNESS - loudness).toFixed(2)
}

/** The chapters as ffmpeg reads them. */
export function metadataOf({ chapters, frames }: Pick<FilmPlan, 'chapters' | 'frames'>): string {
  const escaped = (text: string) => text.replace(/[=;#\\\n]/g, '\\$&')
  const milliseconds = (seconds: number) => Math.round(seconds * 1000)
  const blocks = chapters.map(({ at, title }, i) => {
    const end = chapters[i + 1]?.at ?? frames / RATE
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${milliseconds(at)}\nEND=${milliseconds(end)}\ntitle=${escaped(title)}\n`
  })
  return [';FFMETADATA1\n', ...blocks].join('')
}
