import { type ChildProcess, fork } from 'node:child_process'
import type { FastifyBaseLogger } from 'fastify'

/** A message to the listening process. */
export type EarsCommand =
  | { readonly act: 'join'; readonly pitchId: number; readonly url: string; readonly token: string }
  | { readonly act: 'leave'; readonly pitchId: number }

/** A message from the listening process. A track is a microphone; `identity` is LiveKit's of its speaker. */
export type EarsEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'joined'; readonly pitchId: number }
  | { readonly type: 'left'; readonly pitchId: number; readonly why: string }
  | {
      readonly type: 'track'
      readonly pitchId: number
      readonly track: string
      readonly identity: string
      readonly name: string
    }
  | { readonly type: 'trackEnded'; readonly pitchId: number; readonly track: string }
  | { readonly type: 'sound'; readonly pitchId: number; readonly track: string; readonly samples: Int16Array }

export type EarsRoomEvent = Exclude<EarsEvent, { type: 'ready' }>

/** Listens to rooms of LiveKit. */
export interface Ears {
  /** Enters a room; its messages arrive until it is left, by us or by `left`. */
  join(pitchId: number, url: string, token: string, onEvent: (event: EarsRoomEvent) => void): void
  leave(pitchId: number): void
  /** The id of the listening process, while there is one. */
  pid(): number | undefined
  stop(): void
}

/** Milliseconds without a room after which the process ends. */
const IDLE = 30_000

/** Starts the listening process when it is needed, and ends it when it is idle. */
export function openEars(log: Pick<FastifyBaseLogger, 'warn' | 'debug'>): Ears {
  const rooms = new Map<number, (event: EarsRoomEvent) => void>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const started = (): ChildProcess => {
    clearTimeout(idle)
    if (child?.connected) return child
    // a minimal environment, since ours has the secrets of the console
    const env = Object.fromEntries(
      ['PATH', 'HOME', 'TZ', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE'].map(name => [name, process.env[name]]),
    )
    const made = fork(new URL('earsProcess.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child = made
    let last = ''
    made.stderr?.on('data', (data: Buffer) => {
      last = String(data).slice(-500)
    })
    made.on('message', (event: EarsEvent) => {
      if (event.type === 'ready') return
      rooms.get(event.pitchId)?.(event)
      if (event.type === 'left') rooms.delete(event.pitchId)
    })
    const gone = (why: string) => {
      if (child !== made) return
      child = undefined
      if (rooms.size > 0) log.warn({ why, last }, 'the process that hears the stage has ended')
      for (const [pitchId, onEvent] of [...rooms]) {
        rooms.delete(pitchId)
        onEvent({ type: 'left', pitchId, why })
      }
    }
    made.on('error', error => gone(error.message))
    made.on('exit', code => gone(`ended with ${code}`))
    return made
  }
  const send = (command: EarsCommand, to = child) => {
    if (to?.connected) to.send(command, error => error && log.debug({ err: error }, 'the stage is not heard'))
  }
  const stop = () => {
    clearTimeout(idle)
    const ended = child
    child = undefined
    rooms.clear()
    ended?.kill('SIGKILL')
  }
  return {
    join: (pitchId, url, token, onEvent) => {
      rooms.set(pitchId, onEvent)
      send({ act: 'join', pitchId, url, token }, started())
    },
    leave: pitchId => {
      if (!rooms.delete(pitchId)) return
      send({ act: 'leave', pitchId })
      if (rooms.size === 0) idle = setTimeout(stop, IDLE).unref()
    },
    pid: () => child?.pid,
    stop,
  }
}
