import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export interface Limits {
  /** Elapsed time, in seconds. */
  readonly seconds: number
  /** The data limit of each process, in MB, enforced by the kernel. */
  readonly memoryMb: number
  /** The resident memory of the first process, in MB, checked by us: finer than the kernel's limit. */
  readonly residentMb?: number
  /** The largest file that it may write, in MB. */
  readonly fileMb: number
}

export interface Run {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limits: Limits
  readonly onLine?: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Why we ended a program. */
type Cut = 'tooLong' | 'tooLarge' | 'aborted'

/** How a program ended: by itself, or because we ended it. */
export type Ended =
  | { readonly how: 'exited'; readonly code: number | null; readonly errors: string }
  | { readonly how: Cut }

// The group is ended as a whole when our end of the pipe closes, however this process ends. The limits are those that
// every shell can set: data in KB, processor seconds, file size in blocks of 512 bytes, no core file.
const script = `
ulimit -c 0; ulimit -d "$1"; ulimit -t "$2"; ulimit -f "$3"; shift 3; exec 3<&0
( ( while read -r _ <&3; do :; done; kill -s KILL -- -$$ ) >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-`

const BETWEEN_LOOKS_MS = 100
const LONGEST_LINE = 4 * 1024 ** 2

/** Runs an untrusted program in its own process group, within limits; the group is killed as a whole. */
export function runLimited({ program, args, cwd, env, limits, onLine, signal }: Run): Promise<Ended> {
  const { seconds, memoryMb, residentMb, fileMb } = limits
  const numbers = [memoryMb * 1024, seconds * 4, fileMb * 2048].map(String)
  const child = spawn('/bin/sh', ['-c', script, 'deck', ...numbers, program, ...args], {
    cwd,
    env,
    stdio: 'pipe',
    detached: true,
  })
  let cut: Cut | undefined
  const end = (how: Cut) => {
    cut ??= how
    killGroup(child.pid)
  }
  const clock = setTimeout(() => end('tooLong'), seconds * 1000)
  const watch =
    residentMb &&
    setInterval(async () => {
      if (child.pid && (await residentMbOf(child.pid)) > residentMb) end('tooLarge')
    }, BETWEEN_LOOKS_MS)
  const abort = () => end('aborted')
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  child.stdin.on('error', () => {})
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000)
  })
  readLines(child.stdout, line => onLine?.(line))
  return new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => {
      // ends other processes of its group as well
      killGroup(child.pid)
      resolve(cut ? { how: cut } : { how: 'exited', code, errors })
    })
  }).finally(() => {
    clearTimeout(clock)
    clearInterval(watch)
    signal?.removeEventListener('abort', abort)
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // it is gone already
  }
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string | Buffer) => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) onLine(line)
  })
}

/** 0 where the system does not report it. */
async function residentMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}
