import { fork } from 'node:child_process'
import type { FastifyBaseLogger } from 'fastify'
import type { RecorderCommand, RecorderEvent } from './messages.ts'

/** A process that records one room. */
export interface Recorder {
  send(command: RecorderCommand): void
  pid(): number | undefined
  kill(): void
}

export type OpenRecorder = (
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>,
  on: { event(event: RecorderEvent): void; gone(why: string): void },
) => Recorder

/** Megabytes of memory of the process beyond which it ends itself: a leak must not take the machine's. */
const MOST_MEMORY = 512

/** Starts a process. `gone` is called once, however it ends. */
export const openRecorder: OpenRecorder = (log, on) => openRecorderWith([], log, on)

/** The same with arguments for Node. */
export function openRecorderWith(args: readonly string[], ...[log, on]: Parameters<OpenRecorder>): Recorder {
  // a minimal environment, since ours has the secrets of the console
  const env = Object.fromEntries(
    ['PATH', 'HOME', 'TZ', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE'].map(name => [name, process.env[name]]),
  )
  const child = fork(new URL('recorderProcess.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MOST_MEMORY}`, ...args],
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let last = ''
  let isGone = false
  child.stderr?.on('data', (data: Buffer) => {
    last = String(data).slice(-500)
  })
  const gone = (why: string) => {
    if (isGone) return
    isGone = true
    if (last) log.warn({ why, last }, 'the recording process has ended')
    on.gone(why)
  }
  child.on('message', (event: RecorderEvent) => on.event(event))
  let why = 'its channel closed'
  child.on('error', error => gone(error.message))
  child.on('exit', code => {
    why = `ended with ${code}`
    if (!child.connected) gone(why)
  })
  // its last messages may be read after its exit, and before this
  child.on('disconnect', () => gone(why))
  return {
    send: command => {
      if (child.connected) child.send(command, error => error && log.debug({ err: error }, 'the recorder is not told'))
    },
    pid: () => child.pid,
    kill: () => void child.kill('SIGKILL'),
  }
}
