import { setTimeout as sleep } from 'node:timers/promises'
import { atPace, percentile } from '../pace.ts'
import { answerPings, type Client, join } from './client.ts'
import { type CrowdOrders, clock, obey } from './orders.ts'

/** The number of clients that connect at once, if no duration is given. */
const AT_ONCE = 50
const page = Buffer.from('"pageChanged"')
const presence = Buffer.from('"presence"')

const clients: Client[] = []
let got: number[] = []
let complete: (() => void) | undefined
let announcements = 0

function listen(client: Client): void {
  const isFirst = clients.push(client) === 1
  client.hear = data => {
    if (data.includes(page)) {
      got.push(clock())
      if (got.length === clients.length) complete?.()
    }
    answerPings(client, data)
    if (isFirst) for (let at = data.indexOf(presence); at >= 0; at = data.indexOf(presence, at + 1)) announcements++
  }
}

obey<CrowdOrders>({
  gather: async ({ ports, protocol, count, auths, within }) => {
    const times: number[] = []
    const come = async (i: number) => {
      const began = performance.now()
      listen(await join(ports[i % ports.length] ?? 0, protocol, auths?.[i]))
      times.push(performance.now() - began)
    }
    let next = 0
    const one = async () => {
      for (let i = next++; i < count; i = next++) await come(i)
    }
    if (within) await atPace((count * 1000) / within, count, come)
    else await Promise.all(Array.from({ length: AT_ONCE }, one))
    return { slowest: percentile(times, 1), p99: percentile(times, 0.99) }
  },
  expect: async () => {
    got = []
  },
  all: async ({ at }) => {
    const late = sleep(30_000, 'late')
    const whole = new Promise<void>(resolve => {
      complete = resolve
      if (got.length === clients.length) resolve()
    })
    if ((await Promise.race([whole, late])) === 'late')
      throw new Error(`only ${got.length} of ${clients.length} got it`)
    return percentile(
      got.map(time => time - at),
      0.99,
    )
  },
  announcements: async () => announcements,
})
