import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './console.ts'
import { type Arena, gather, openArena } from './room/arena.ts'
import type { Figure } from './run.ts'

const CROWDS = [2000, 10_000]
const ROUNDS = 21

/**
 * F1: a page change until the last attendee has it (p99), from its announcement on, beside a bare loop over as many
 * WebSockets. Both servers stand at the same time and take turns, so that what disturbs one disturbs the other.
 */
export async function run(): Promise<Figure[]> {
  const arena = await openArena(Math.max(...CROWDS))
  try {
    const figures: Figure[] = []
    for (const [i, count] of CROWDS.entries()) figures.push(await measure(arena, count, `F1${'ab'[i]}`))
    return figures
  } finally {
    await arena.stop()
  }
}

async function measure({ ours, bare, pitchId, auths }: Arena, count: number, id: string): Promise<Figure> {
  const here = await gather(ours, count, auths.slice(0, count))
  const there = await gather(bare, count, undefined)
  const sides = [
    { server: ours, crowd: here, times: [] as number[] },
    { server: bare, crowd: there, times: [] as number[] },
  ] as const
  await sleep(3000) // the last announcements of who came
  for (let round = 0; round < ROUNDS + 4; round++) {
    for (const { server, crowd, times } of sides) {
      await crowd.expect()
      const time = await crowd.all(await server.turn({ pitchId, page: (round % 20) + 1 }))
      // The first rounds warm the compilers up.
      if (round >= 4) times.push(time)
      await sleep(60)
    }
  }
  await Promise.all([here.stop(), there.stop()])
  const [a, b] = [median(sides[0].times), median(sides[1].times)]
  return {
    id,
    work: `a page change to ${count.toLocaleString('en')} attendees, p99 of the last one`,
    ...{ ours: a, yardstick: b, unit: 'ms', ratio: a / b },
    reach: 'at most 1.1 times a bare ws loop',
    met: a <= b * 1.1,
  }
}
