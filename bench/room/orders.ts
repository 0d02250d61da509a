import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

// The measured servers and the crowds have a separate process each, and carry out orders.

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
  /** Milliseconds of processor time that the process has used so far. */
  computed(): Promise<number>
}

/** A client's protocol: our rooms, plain WebSocket, or that of nats-server. */
export type Protocol = 'room' | 'websocket' | 'nats'

/** The joining times, in milliseconds from connecting to the room's state. */
export interface Joined {
  readonly slowest: number
  readonly p99: number
}

export interface CrowdOrders {
  /**
   * Connects the given number of clients, over the ports in turn: within `within` milliseconds, or else as fast as
   * possible.
   */
  gather(where: {
    ports: readonly number[]
    protocol: Protocol
    count: number
    auths?: readonly string[]
    within?: number
  }): Promise<Joined>
  /** Forgets earlier measurements. */
  expect(): Promise<void>
  /** Milliseconds from `at` until 99 of 100 had the page change, once all have it. */
  all(since: Turned): Promise<number>
  /** How many join and leave announcements the first client received. */
  announcements(): Promise<number>
}

/** The messages in a room, each with its number. */
export interface Talk {
  readonly messages: number
  readonly perSecond: number
}

export interface TalkersOrders {
  gather(where: { port: number; auths: readonly string[] }): Promise<unknown>
  /**
   * Sends that many messages; returns the milliseconds from sending to receiving, over all listeners, and how many were
   * not received.
   */
  talk(what: Talk): Promise<{ p50: number; p99: number; lost: number }>
}

type Orders = ServerOrders | CrowdOrders | TalkersOrders
// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic, never a value's type
type Any = any

/** In a child process: carries out the parent's orders, one after the other. */
export function obey<O extends Orders>(orders: O): void {
  process.on('message', async ([name, what]: [keyof O, Any]) => {
    process.send?.([await (orders[name] as (what: Any) => Promise<Any>)(what)])
  })
  process.on('disconnect', () => process.exit(0))
}

export type Started<O extends Orders> = O & { stop(): Promise<void> }

/** Starts a process that carries out orders. */
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

/** This process's memory after garbage collection: in total, and for its objects and buffers. */
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
