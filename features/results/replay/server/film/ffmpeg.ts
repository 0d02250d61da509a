import { isolated, isolationHere } from '#features/room/deck/server/convert/isolation.ts'
import { type Ended, runLimited } from '#features/room/deck/server/convert/limited.ts'
import { leash } from '#server/process/leash.ts'

/** The programs that make films and prepare videos; they belong to the machine, not to the console. */
const FFMPEG = 'ffmpeg'
const FFPROBE = 'ffprobe'
/** The encoders of H.264 that are good enough, the best first. */
const encoders = ['libx264', 'libopenh264'] as const
export type Encoder = (typeof encoders)[number]

/** How each encodes: quickly, and so that pieces made apart can follow each other. */
export const coding: Readonly<Record<Encoder, readonly string[]>> = {
  libx264: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-bf', '0'],
  libopenh264: ['-c:v', 'libopenh264', '-b:v', '1500k', '-bf', '0'],
}

/**
 * Reads a video as what it has to be: another format could name files and addresses to be read in its place.
 */
export const asMp4 = ['-f', 'mov', '-protocol_whitelist', 'file', '-max_streams', '16']

/** All that the programs get of this process: its environment has the secrets of the console. */
const environment = () => ({ PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' })

interface Run {
  readonly folder: string
  readonly seconds: number
  readonly memoryMb: number
  readonly fileMb: number
  readonly isLong: boolean
  readonly onLine?: (line: string) => void
  readonly signal?: AbortSignal
}

/**
 * Runs ffmpeg or ffprobe on what people sent, isolated and within limits; paths are those in its folder. Long work has the
 * lowest priority.
 * @throws when the machine could not run it
 */
export async function runOn(
  program: typeof FFMPEG | typeof FFPROBE,
  args: readonly string[],
  run: Run,
): Promise<Ended> {
  const { folder, seconds, memoryMb, fileMb, isLong, onLine, signal } = run
  const { command } = isolated(await isolationHere(), folder, [program, ...args])
  const ended = await runLimited({
    program: isLong ? 'nice' : 'env',
    args: [...(isLong ? ['-n', '19'] : []), ...command],
    cwd: folder,
    env: environment(),
    limits: { seconds, memoryMb, fileMb },
    ...(onLine && { onLine }),
    signal,
  })
  if (ended.how === 'exited' && isOfMachine(ended))
    throw new Error(`${program} did not run: ${ended.errors.slice(0, 300)}`)
  return ended
}

/** Whether the program was not begun: its isolation failed, or it is not there. */
export const isOfMachine = ({ code, errors }: { readonly code: number | null; readonly errors: string }): boolean =>
  code === 126 || code === 127 || /^(?:unshare|mount|setpriv|chroot|mkdir|cp): /.test(errors)

/** What it says last is only that it failed. */
const isReason = (line: string) => line.trim() !== '' && !line.startsWith('Conversion failed')
const FILM_LIMITS = { seconds: 3 * 3600, memoryMb: 4000, fileMb: 16_384, isLong: true }

/** What ffmpeg was given cannot be read, however often it is tried. */
export class Unreadable extends Error {}

/** Whether it failed for want of memory, space or a disk, or was killed, which a shell tells by a code from 129 on. */
const isOfMoment = ({ code, errors }: { readonly code: number | null; readonly errors: string }): boolean =>
  code === null ||
  (code > 128 && code < 160) ||
  /Cannot allocate memory|No space left on device|Input\/output error/.test(errors)

/**
 * Runs ffmpeg for a film in its folder. Answers its last lines.
 * @throws {Unreadable} with its last reason when it refuses what it was given
 * @throws when it was ended, or the machine failed
 */
export async function ffmpeg(
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
  args: readonly string[],
): Promise<string[]> {
  signal.throwIfAborted()
  const asked = ['-hide_banner', '-nostdin', '-nostats', '-y', ...args]
  const ended = await runOn(FFMPEG, asked, { folder, ...FILM_LIMITS, signal })
  signal.throwIfAborted()
  if (ended.how !== 'exited') throw new Error(ended.how)
  const lines = ended.errors.split('\n')
  if (ended.code === 0) return lines
  const reason = lines.findLast(isReason) ?? `ffmpeg ended with ${ended.code}`
  throw isOfMoment(ended) ? new Error(reason) : new Unreadable(reason)
}

interface Tools {
  /** The encoder of this machine's ffmpeg; undefined without one. */
  readonly encoder: Encoder | undefined
  /** It looks into videos, and codes their sound. */
  readonly preparesVideos: boolean
}
let known: Promise<Tools> | undefined

/** What this machine's programs can do. Asked once for. */
function toolsHere(): Promise<Tools> {
  known ??= findTools().catch(() => ({ encoder: undefined, preparesVideos: false }))
  return known
}
export const encoderHere = async (): Promise<Encoder | undefined> => (await toolsHere()).encoder
export const canPrepareVideos = async (): Promise<boolean> => {
  const { encoder, preparesVideos } = await toolsHere()
  return encoder !== undefined && preparesVideos
}

async function findTools(): Promise<Tools> {
  const { lines } = await ask(FFMPEG, '-encoders')
  const has = (name: string) => lines.some(line => line.includes(` ${name} `))
  const { code } = await ask(FFPROBE, '-version')
  return { encoder: encoders.find(has), preparesVideos: has('libopus') && code === 0 }
}

async function ask(program: string, what: string) {
  const lines: string[] = []
  const { exited } = leash(program, ['-hide_banner', what], {
    ...{ signal: 'TERM', graceSeconds: 2, env: environment(), onLine: line => lines.push(line) },
  })
  return { code: await exited, lines }
}
