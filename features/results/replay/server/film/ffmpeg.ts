import { leash } from '#server/process/leash.ts'

/** The program that makes films; it belongs to the machine, not to the console. */
const FFMPEG = 'ffmpeg'
/** The encoders of H.264 that are good enough, the best first. */
const encoders = ['libx264', 'libopenh264'] as const
export type Encoder = (typeof encoders)[number]

/** How each encodes: quickly, and so that pieces made apart can follow each other. */
export const coding: Readonly<Record<Encoder, readonly string[]>> = {
  libx264: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-bf', '0'],
  libopenh264: ['-c:v', 'libopenh264', '-b:v', '1500k', '-bf', '0'],
}

/** Lines of its output that are kept: the measurement, or why it failed. */
const KEPT = 60

/** What it says last is only that it failed. */
const isReason = (line: string) => line.trim() !== '' && !line.startsWith('Conversion failed')

/**
 * Runs ffmpeg with the lowest priority; it ends when this process does, or at the signal. Answers its last lines.
 * @throws with its last reason when it fails
 */
export async function ffmpeg(args: readonly string[], signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const lines: string[] = []
  const onLine = (line: string) => {
    lines.push(line)
    if (lines.length > KEPT) lines.shift()
  }
  const program = leash('nice', ['-n', '19', FFMPEG, '-hide_banner', '-nostdin', '-nostats', '-y', ...args], {
    ...{ signal: 'TERM', graceSeconds: 2, onLine },
  })
  const stop = () => void program.stop()
  signal.addEventListener('abort', stop)
  try {
    const code = await program.exited
    signal.throwIfAborted()
    if (code !== 0) throw new Error(lines.findLast(isReason) ?? `ffmpeg ended with ${code}`)
    return lines
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

let known: Promise<Encoder | undefined> | undefined

/** The encoder of this machine's ffmpeg; undefined without one. Asked once for. */
export function encoderHere(): Promise<Encoder | undefined> {
  known ??= listEncoders().then(
    listed => encoders.find(name => listed.some(line => line.includes(` ${name} `))),
    () => undefined,
  )
  return known
}

async function listEncoders(): Promise<string[]> {
  const lines: string[] = []
  const { exited } = leash(FFMPEG, ['-hide_banner', '-encoders'], {
    ...{ signal: 'TERM', graceSeconds: 2, onLine: line => lines.push(line) },
  })
  await exited
  return lines
}
