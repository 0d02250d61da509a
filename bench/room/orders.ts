import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

// The measured servers and the crowds have a process each, and do what they are told.

/** A page change: when it was announced, in milliseconds since 1970. */
export interface Turned {
  readonly at: number
}

/** Bytes. */
export interface Held {
  readonly process: number
  readonly objects: number
}

export interface ServerOrders {
  port(): Promise<number>
  turn(what: { pitchId: number; page: number }): Promise<Turned>
  memory(): Promise<Held>
  /** Milliseconds that the process has computed so far. */
  computed(): Promise<number>
}

/** What a client speaks: our rooms, nothing but WebSocket, or what nats-server speaks. */
export type Protocol = 'room' | 'websocket' | 'nats'

/** How it went for those who came, in milliseconds from connecting to being told where the room stands. */
export interface Joined {
  readonly slowest: number
  readonly p99: number
}

export interface CrowdOrders {
  /** Connects so many clients, over the ports in turn: `within` so many milliseconds, else as fast as they are let in. */
  gather(where: {
    ports: readonly number[]
    protocol: Protocol
    count: number
    auths?: readonly string[]
    within?: number
  }): Promise<Joined>
  /** Forgets what came before. */
  expect(): Promise<void>
  /** Milliseconds from `at` until 99 of 100 had the page change, once all have it. */
  all(since: Turned): Promise<number>
  /** How often the first who came was told who comes and goes. */
  announcements(): Promise<number>
}

/** What people say in a room, each message with its number. */
export interface Talk {
  readonly messages: number
  readonly perSecond: number
}

export interface TalkersOrders {
  gather(where: { port: number; auths: readonly string[] }): Promise<unknown>
  /** Says so much; answers the milliseconds from saying to being heard, over all who listen, and how many were not. */
  talk(what: Talk): Promise<{ p50: number; p99: number; lost: number }>
}

type Orders = ServerOrders | CrowdOrders | TalkersOrders
// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic, never a value's type
type Any = any

/** In a child process: does what the parent asks for, one thing after the other. */
export function obey<O extends Orders>(orders: O): void {
  process.on('message', async ([name, what]: [keyof O, Any]) => {
    process.send?.([await (orders[name] as (what: Any) => Promise<Any>)(what)])
  })
  process.on('disconnect', () => process.exit(0))
}

export type Started<O extends Orders> = O & { stop(): Promise<void> }

/** Starts a process that obeys. */
export function start<O extends Orders>(script: string, environment: Record<string, string> = {}): Started<O> {
  const child: ChildProcess = fork(new URL(script, import.meta.url), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...environment },
  })
  let answered: { resolve: (what: Any) => void; reject: (error: Error) => void } | undefined
  child.on('message', ([what]: [Any]) => answered?.resolve(what))
  child.on('exit', code => answered?.reject(new Error(`${script} ended (${code})`)))
  const stop = async () => {
    if (!child.connected) return
    child.disconnect()
    await once(child, 'exit')
  }
  return new Proxy({ stop } as Started<O>, {
    get: (_target, name) =>
      name === 'stop'
        ? stop
        : name === 'then'
          ? undefined
          : (what: Any) =>
              new Promise((resolve, reject) => {
                answered = { resolve, reject }
                child.send([name, what ?? null])
              }),
  })
}

/** What this process holds when garbage has been collected: all of it, and what its objects and buffers take of that. */
export async function settledMemory(): Promise<Held> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    await new Promise(resolve => setTimeout(resolve, 300))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { process: rss, objects: heapUsed + external }
}

export async function computedSoFar(): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds since 1970, finer than the clock's own and the same in every process. */
export const clock = (): number => performance.timeOrigin + performance.now()
