import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** When marks were recorded, in seconds on the clock of the recording. */
export interface Marks {
  readonly flashes: readonly number[]
  readonly turns: readonly number[]
  readonly tones: readonly number[]
}

/** How bright a white picture is, how red a red one, and how loud a tone, as ffmpeg measures them. */
const WHITE = 150
const RED = 170
const LOUD = 0.2
/** Seconds after which a mark is another one. */
const APART = 1

/** When something begins that is measured. */
function begins() {
  const found: number[] = []
  let last = Number.NEGATIVE_INFINITY
  return {
    found,
    note(isThere: boolean, at: number) {
      if (!isThere) return
      if (at - last > APART) found.push(at)
      last = at
    },
  }
}

/** The marks in files with the picture and the sound of a recording. */
export async function marksIn(picture: string, sound: string): Promise<Marks> {
  const [flashes, turns, tones] = [begins(), begins(), begins()]
  const seen = ['-vf', 'scale=16:9,signalstats,metadata=print:file=-']
  await measure(picture, seen, (key, value, at) => {
    if (key === 'YAVG') flashes.note(value > WHITE, at)
    if (key === 'VAVG') turns.note(value > RED, at)
  })
  const heard = 'asetnsamples=n=480,astats=metadata=1:reset=1,ametadata=print:key=lavfi.astats.1.Max_level:file=-'
  await measure(sound, ['-af', heard], (_, value, at) => tones.note(value > LOUD, at))
  return { flashes: flashes.found, turns: turns.found, tones: tones.found }
}

/** Has ffmpeg print measurements of a file, each with its time. */
async function measure(file: string, how: readonly string[], take: (key: string, value: number, at: number) => void) {
  const args = ['-v', 'fatal', '-copyts', '-i', file, ...how, '-fps_mode', 'passthrough', '-f', 'null', '/dev/null']
  const child = spawn('nice', ['ffmpeg', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let at = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const time = /pts_time:([\d.]+)/.exec(line)?.[1]
    const [, key = '', value = ''] = /\.(YAVG|VAVG|Max_level)=([-\d.]+)/.exec(line) ?? []
    if (time) at = Number(time)
    else if (key) take(key, Number(value), at)
  }
}

/** Milliseconds from each mark to the nearest of others, where there is one within a second. */
export function offsets(marks: readonly number[], others: readonly number[]): number[] {
  let next = 0
  return marks.flatMap(mark => {
    while (next + 1 < others.length && Math.abs((others[next + 1] ?? 0) - mark) <= Math.abs((others[next] ?? 0) - mark))
      next++
    const off = ((others[next] ?? Number.POSITIVE_INFINITY) - mark) * 1000
    return Math.abs(off) < APART * 1000 ? [off] : []
  })
}
