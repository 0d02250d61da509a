import { type ChildProcess, spawn } from 'node:child_process'

/** A program that ends when this process ends. */
export interface Leashed {
  readonly child: ChildProcess
  /** Resolves with the exit code, null after a signal; rejects when the program could not be started. */
  readonly exited: Promise<number | null>
  /** Sends the signal, waits for the grace period, then kills; resolves when the program has ended. */
  stop(): Promise<void>
}

/** Arguments of Node for a server of ours, beside its file: its modules load in two thirds of the time. */
export const SERVER_ARGS = ['--import', new URL('resolving.ts', import.meta.url).href] as const

export interface LeashOptions {
  /** The signal that asks the program to end, without SIG: TERM, INT … */
  readonly signal: string
  /** Sends the signal again a moment later, for a program that otherwise waits for others to finish. */
  readonly insists?: boolean
  readonly graceSeconds: number
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly onLine?: (line: string) => void
}

// $$ stays the pid when the shell becomes the program by exec, so the child is the program itself.
// The watcher is orphaned on purpose (double fork): PostgreSQL treats an unknown child's death as a crash.
const script = `
sig=$1; insists=$2; tenths=$3; shift 3; exec 3<&0
( ( trap '' HUP INT TERM
    while read -r _ <&3; do :; done
    kill -s "$sig" $$ 2>/dev/null || exit
    if $insists; then sleep 0.05; kill -s "$sig" $$ 2>/dev/null || exit; fi
    while [ $((tenths -= 1)) -gt 0 ]; do sleep 0.1; kill -0 $$ 2>/dev/null || exit; done
    kill -s KILL $$ ) >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-`

/**
 * Runs a program that cannot outlive this process, however this process ends (kill -9 included). A small shell watches
 * a pipe from us; when the kernel closes it, the shell signals the program, and kills it after the grace period. A
 * separate session keeps Ctrl-C from reaching the program before our own shutdown has finished.
 */
export function leash(program: string, args: readonly string[], options: LeashOptions): Leashed {
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', script, 'leash', options.signal, String(options.insists ?? false)],
      ...[String(Math.ceil(options.graceSeconds * 10)), program, ...args],
    ],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      ...options.owner,
      ...(options.cwd ? { cwd: options.cwd } : {}),
      env: options.env ?? process.env,
    },
  )
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) options.onLine?.(line)
    })
  }
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('exit', resolve)
    child.on('error', reject)
  })
  exited.catch(() => {}) // callers that await it see the rejection; others need not
  child.stdin.on('error', () => {}) // the program may be gone before its pipe is
  return {
    child,
    exited,
    stop: async () => {
      child.stdin.end()
      await exited.catch(() => null)
    },
  }
}
