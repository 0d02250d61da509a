import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './console.ts'
import { type Arena, gather, openArena } from './room/arena.ts'
import { startNats } from './room/nats.ts'
import { type CrowdOrders, type ServerOrders, type Started, start, type Turned } from './room/orders.ts'
import type { Figure } from './run.ts'

const CROWDS = [2000, 10_000]
const ROUNDS = 21

/** A sender that announces a page change to a crowd. */
interface Side {
  readonly crowd: Started<CrowdOrders>
  turn(what: { pitchId: number; page: number }): Promise<Turned>
}

/**
 * F1: from the announcement of a page change until the last attendee has it (p99): one process beside a bare loop over
 * as many WebSockets, and two processes with a Redis beside nats-server with as many subscribers. Both sides run at the
 * same time and take turns, so that a disturbance affects both.
 */
export async function run(): Promise<Figure[]> {
  const arena = await openArena(Math.max(...CROWDS))
  try {
    const figures: Figure[] = []
    for (const [i, count] of CROWDS.entries()) figures.push(await besideLoop(arena, count, `F1${'ab'[i]}`))
    for (const [i, count] of CROWDS.entries()) figures.push(...(await besideNats(arena, count, `F1${'cd'[i]}`)))
    return figures
  } finally {
    await arena.stop()
  }
}

async function besideLoop(arena: Arena, count: number, id: string): Promise<Figure> {
  const [ours, bare] = [arena.startRooms(), start<ServerOrders>('./bare.ts')]
  const here = await gather({ ports: [await ours.port()], protocol: 'room', auths: arena.auths }, count)
  const there = await gather({ ports: [await bare.port()], protocol: 'websocket' }, count)
  const [a, b] = await measure(arena, { crowd: here, turn: ours.turn }, { crowd: there, turn: bare.turn })
  await Promise.all([ours.stop(), bare.stop()])
  return {
    id,
    work: `a page change to ${count.toLocaleString('en')} attendees, p99 of the last one`,
    ...{ ours: a, yardstick: b, unit: 'ms', ratio: a / b },
    reach: 'at most 1.1 times a bare ws loop',
    met: a <= b * 1.1,
  }
}

async function besideNats(arena: Arena, count: number, id: string): Promise<Figure[]> {
  const nats = await startNats()
  if (!nats) {
    console.log('nats-server is not on this machine, so nothing is measured beside it')
    return []
  }
  const redis = await arena.redis()
  const [first, second] = [arena.startRooms(redis), arena.startRooms(redis)]
  const ports = [await first.port(), await second.port()]
  const here = await gather({ ports, protocol: 'room', auths: arena.auths }, count)
  const there = await gather({ ports: [nats.port], protocol: 'nats' }, count)
  const [a, b] = await measure(arena, { crowd: here, turn: first.turn }, { crowd: there, turn: nats.turn })
  await Promise.all([first.stop(), second.stop(), nats.stop()])
  return [
    {
      id,
      work: `the same to ${count.toLocaleString('en')} over two processes and a Redis; nats-server`,
      ...{ ours: a, yardstick: b, unit: 'ms', ratio: a / b },
      reach: 'below nats-server',
      met: a < b,
    },
  ]
}

/** Both sides' medians. */
async function measure({ pitchId }: Arena, ours: Side, yardstick: Side): Promise<[number, number]> {
  const sides = [
    { ...ours, times: [] as number[] },
    { ...yardstick, times: [] as number[] },
  ] as const
  await sleep(3000) // the last announcements of joins
  for (let round = 0; round < ROUNDS + 4; round++) {
    for (const { turn, crowd, times } of sides) {
      await crowd.expect()
      const time = await crowd.all(await turn({ pitchId, page: (round % 20) + 1 }))
      // The first rounds warm up the compilers.
      if (round >= 4) times.push(time)
      await sleep(60)
    }
  }
  await Promise.all([ours.crowd.stop(), yardstick.crowd.stop()])
  return [median(sides[0].times), median(sides[1].times)]
}
