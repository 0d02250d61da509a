import { Worker } from 'node:worker_threads'
import type { Front, FrontOptions } from '#app/server/cluster/front.ts'
import type { Relay } from './relay.ts'

export type Hosted =
  | { readonly what: 'relay'; readonly options?: undefined }
  | { readonly what: 'front'; readonly options: Omit<FrontOptions, 'say'> }
export interface ToThread {
  readonly id: number
  readonly name: string
  readonly given: readonly unknown[]
}
type FromThread = { port?: number; said?: string; id?: number; answer?: unknown }

/**
 * A network in a separate thread: Node accepts one connection per turn of its loop, which is slow in a script that
 * simulates 300 people.
 */
export async function openRelayApart(): Promise<Relay> {
  const { port, act, end } = await host({ what: 'relay' }, () => {})
  return {
    port,
    url: `http://localhost:${port}`,
    address: `http://127.0.0.1:${port}`,
    leadTo: to => act('leadTo', to),
    cut: () => act('cut'),
    heal: () => act('heal'),
    roughen: how => act('roughen', how),
    calm: () => act('calm'),
    stop: () => act('stop').then(end),
  }
}

/** The front address of a cluster in a separate thread; `npm run cluster` has a process for it. */
export async function openFrontApart({ say, ...options }: FrontOptions): Promise<Front> {
  const { port, act, end } = await host({ what: 'front', options }, say)
  return { port, connections: () => act('connections'), stop: () => act('stop').then(end) }
}

async function host(hosted: Hosted, say: (line: string) => void) {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: hosted })
  const asked = new Map<number, (answer: never) => void>()
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', ({ port: at, said, id, answer }: FromThread) => {
      if (at !== undefined) resolve(at)
      if (said !== undefined) say(said)
      if (id === undefined) return
      asked.get(id)?.(answer as never)
      asked.delete(id)
    })
  })
  let last = 0
  const act = <T>(name: string, ...given: unknown[]): Promise<T> =>
    new Promise(resolve => {
      asked.set(++last, resolve)
      worker.postMessage({ id: last, name, given } satisfies ToThread)
    })
  return { port, act, end: () => worker.terminate().then(() => {}) }
}
