import { parentPort, workerData } from 'node:worker_threads'
import { openFront } from '#app/server/cluster/front.ts'
import type { Hosted, ToThread } from './apart.ts'
import { openRelay } from './relay.ts'

// The code of apart.ts's thread.

const { what, options } = workerData as Hosted
const say = (line: string) => parentPort?.postMessage({ said: line })
const opened = what === 'front' ? await openFront({ ...options, say }) : await openRelay()
const acts = opened as unknown as Readonly<Record<string, (...given: unknown[]) => unknown>>

parentPort?.on('message', async ({ id, name, given }: ToThread) => {
  parentPort?.postMessage({ id, answer: await acts[name]?.(...given) })
})
parentPort?.postMessage({ port: opened.port })
