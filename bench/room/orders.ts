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
}

export interface CrowdOrders {
  /** Connects so many clients. `auths`: what each shows to join a room; none for a server that asks for nothing. */
  gather(where: { port: number; count: number; auths: readonly string[] | undefined }): Promise<void>
  /** Forgets what came before. */
  expect(): Promise<void>
  /** Milliseconds from `at` until 99 of 100 had the page change, once all have it. */
  all(since: Turned): Promise<number>
}

type Orders = ServerOrders | CrowdOrders
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

/** Milliseconds since 1970, finer than the clock's own and the same in every process. */
export const clock = (): number => performance.timeOrigin + performance.now()
