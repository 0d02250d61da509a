import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#testing/database.ts'
import { tell } from './many.ts'
import { type PlantName, plants } from './plants.ts'
import { simulate } from './run.ts'
import { openServers, type Servers } from './servers.ts'
import type { Violation } from './violation.ts'

/** Milliseconds for which the check plays; `npm run simulate` plays as long as it is told. */
const PLAYS_FOR = 12_000

/** The runs of which one at least shows a planted fault, and the one in which it showed last, which is played first. */
const FOUND_WITHIN = 25
const showedIn: Record<PlantName, number> = {
  ...{ commitTwice: 4, openCommitments: 7, lateMute: 13, namedGuests: 4, auditGap: 6 },
  ...{ forgottenSeat: 15, lastFirst: 10, noMemory: 3, lostNumber: 1 },
}

describe('the simulator', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await openServers(await freshDatabase())
  })
  afterAll(() => servers.stop())

  it('gives the same trace for the same seed when acts come one after the other', async () => {
    const [one, other] = [
      await simulate(servers, 7, { sequential: true }),
      await simulate(servers, 7, { sequential: true }),
    ]
    expect(one.violation).toBeUndefined()
    expect(one.trace.length).toBeGreaterThan(20)
    expect(other.trace).toEqual(one.trace)
  }, 60_000)

  it('finds that every invariant holds', async () => {
    const seed = Number(process.env['SIM_SEED'] ?? Math.floor(Math.random() * 1e9))
    const end = performance.now() + PLAYS_FOR
    for (let i = 0; i === 0 || performance.now() < end; i++) {
      const outcome = await simulate(servers, seed + i, { wholeChain: i % 10 === 0 })
      if (outcome.violation) throw new Error(tell(outcome))
      expect(outcome.calls).toBeGreaterThan(20)
    }
  }, 60_000)
})

describe('a planted fault', () => {
  it.each(Object.keys(plants) as PlantName[])(
    '%s is found',
    async name => {
      const planted = await openServers(await freshDatabase(), plants[name])
      try {
        let violation: Violation | undefined
        const seeds = new Set([showedIn[name], ...Array.from({ length: FOUND_WITHIN }, (_, n) => n + 1)])
        for (const seed of seeds) {
          violation = (await simulate(planted, seed, { sequential: true })).violation
          if (violation) break
        }
        expect(plants[name].shows as readonly string[]).toContain(violation?.invariant)
      } finally {
        await planted.stop()
      }
    },
    240_000,
  )
})
