import { describe, expect, it } from 'vitest'
import { findLiveKit } from '#server/media/livekit.ts'
import { killLiveKit } from './livekit.ts'
import { killCarelessPostgres, killPostgres } from './postgres.ts'
import { killServer, killServerUnderPretence } from './server.ts'

// Short here, and without the time, which a busy machine stretches; thirty cycles by hand: node testing/faults/server.ts 30
const CYCLES = 2
const nothingWrong = { lost: 0, doubled: 0, wrongEvents: 0, pageIsRight: true }

describe('a live pitch with people who chat, commit and turn pages', { timeout: 240_000 }, () => {
  it('loses and doubles nothing acknowledged when the server is killed, and everybody comes back by themselves', async () => {
    const [result] = await killServer(CYCLES)
    expect(result).toMatchObject({ valid: CYCLES, check: nothingWrong })
    expect(result?.check.acknowledged).toBeGreaterThan(60)
  })

  it('is seen to lose by the same count when a client pretends (the control)', async () => {
    expect((await killServerUnderPretence()).check.lost).toBeGreaterThan(0)
  })

  it('loses and doubles nothing acknowledged when PostgreSQL is killed', async () => {
    expect(await killPostgres(CYCLES)).toMatchObject({ valid: CYCLES, check: nothingWrong })
  })

  it('is seen to lose by the same count when PostgreSQL acknowledges too early (the control)', async () => {
    expect((await killCarelessPostgres(CYCLES)).check.lost).toBeGreaterThan(0)
  })

  it.skipIf(!findLiveKit(new URL('../../data', import.meta.url).pathname))(
    'goes on writing while LiveKit is killed, and video comes back by itself',
    async () => {
      const result = await killLiveKit(CYCLES)
      expect(result).toMatchObject({ valid: CYCLES, check: nothingWrong })
      expect(result.writesMeanwhile).toBeGreaterThan(0)
    },
  )
})
