import { isolated, isolationHere } from '#features/room/deck/server/convert/isolation.ts'
import { type Ended, runLimited } from '#features/room/deck/server/convert/limited.ts'
import type { Frame } from '#server/frame.ts'
import { encoderHere } from '../film/ffmpeg.ts'

/** Where the programs find the file: nothing else of the machine is theirs to read. */
export const SOURCE = 'in/video.mp4'
/**
 * Reads it as what it has to be: another format could name files and addresses to be read in its place.
 */
export const input = ['-f', 'mov', '-protocol_whitelist', 'file', '-max_streams', '16']

interface Run {
  readonly folder: string
  readonly seconds: number
  readonly memoryMb: number
  readonly fileMb: number
  readonly isLong: boolean
  readonly onLine?: (line: string) => void
  readonly signal?: AbortSignal
}

/** Runs ffmpeg or ffprobe on somebody's file, isolated and within limits. Long work has the lowest priority. */
export async function runOn(program: string, args: readonly string[], run: Run): Promise<Ended> {
  const { folder, seconds, memoryMb, fileMb, isLong, onLine, signal } = run
  const { command } = isolated(await isolationHere(), folder, [program, ...args])
  return runLimited({
    program: isLong ? 'nice' : 'env',
    args: [...(isLong ? ['-n', '19'] : []), ...command],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    limits: { seconds, memoryMb, fileMb },
    ...(onLine && { onLine }),
    signal,
  })
}

/** Whether this machine prepares videos: it has ffmpeg, and keeps it from the rest. */
export async function mayPrepare({ settings }: Pick<Frame, 'settings'>): Promise<boolean> {
  if (!(await encoderHere())) return false
  return settings.convertMayExposeServer || (await isolationHere()) !== 'none'
}
