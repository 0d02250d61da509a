import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { type Body, worstBodies } from '#testing/worstBodies.ts'
import { atPace } from './pace.ts'

/** The orders of the thread that floods a console with what strangers may send. */
export interface FloodWork {
  readonly url: string
  readonly perSecond: number
}

const { url, perSecond } = workerData as FloodWork

/** Every body of every call that anyone may make, of all calls in turn. */
const bodies: (Body & { path: string })[] = Object.entries(calls as Record<string, AnyCall>)
  .filter(([, { who, method }]) => who === 'anyone' && method === 'POST')
  .flatMap(([name, c]) => worstBodies(c, true).map((body, at) => ({ ...body, at, path: pathOf(name, c) })))
  .sort((a, b) => a.at - b.at)

let sent = 0
/** From many addresses, as a flood comes. */
async function send(): Promise<void> {
  const { path, type, bytes } = bodies[sent++ % bodies.length] as (typeof bodies)[number]
  const ip = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  const headers = { 'content-type': type, 'x-forwarded-for': ip }
  await (await fetch(url + path, { method: 'POST', headers, body: bytes })).arrayBuffer()
}

parentPort?.on('message', async (seconds: number) => {
  await atPace(perSecond, perSecond * seconds, send)
  await turn()
  parentPort?.postMessage(sent)
})
parentPort?.postMessage(bodies.length)
