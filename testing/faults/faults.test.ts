import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { codeOf } from '#server/http/errors.ts'
import { removeSeeded } from '#testing/consoleProcess.ts'
import { liveKit } from '#testing/programs.ts'
import { killUnderCrowd } from './crowd.ts'
import { canMount, failWrites, fillDisk, hasStrace } from './disk.ts'
import { doEverything, isRight } from './everything.ts'
import { killLiveKit } from './livekit.ts'
import { killCarelessPostgres, killPostgres } from './postgres.ts'
import { isWhole, killRecordingServer } from './recording.ts'
import { killUnderSeats } from './seats.ts'
import { killServer, killServerUnderPretence } from './server.ts'
import { haltServer } from './stopped.ts'

// Short here, and without the time limits, which a busy machine exceeds; thirty cycles by hand: node
// testing/faults/server.ts 30
const CYCLES = 2
const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const nothingWrong = { lost: 0, doubled: 0, wrongEvents: 0, pageIsRight: true, audit: 'ok' }

afterAll(removeSeeded)

describe('a live pitch with people who chat, commit and turn pages', { timeout: 480_000 }, () => {
  it('loses and duplicates nothing acknowledged when the server is killed, and all clients reconnect by themselves', async () => {
    const [result] = await killServer(CYCLES)
    expect(result).toMatchObject({ valid: CYCLES, check: nothingWrong })
    expect(result?.check.acknowledged).toBeGreaterThan(60)
  })

  it('loses and duplicates nothing acknowledged when PostgreSQL is killed', async () => {
    expect(await killPostgres(CYCLES)).toMatchObject({ valid: CYCLES, check: nothingWrong })
  })

  it('has the same totals, seats and lists in every view after every kill', async () => {
    const result = await killUnderSeats(CYCLES)
    expect(result).toMatchObject({ valid: CYCLES, lost: 0, disagreements: [] })
    expect(result.withdrawn).toBeGreaterThan(10)
  })

  it('lets a whole crowd reconnect at once after the server was killed', async () => {
    const result = await killUnderCrowd(1, 200, 0)
    expect(result).toMatchObject({ valid: 1, check: nothingWrong })
    expect(result.attemptsEach).toBeLessThanOrEqual(3)
  })

  it.skipIf(!canMount())('says "not saved" while the disk is full, and works again with space', async () => {
    const result = await fillDisk(CYCLES)
    expect(result).toMatchObject({ valid: CYCLES, check: nothingWrong })
    expect(result.refused).toBeGreaterThan(0)
    expect(codeOf(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe('StorageFull')
  })

  it.skipIf(!hasStrace())('takes nothing for written that the disk has refused', async () => {
    expect(await failWrites(1)).toMatchObject({ valid: 1, check: nothingWrong })
  })

  it.skipIf(!hasRedis)('remembers everything over two servers, whatever is killed, restarted or cut off', async () => {
    const only = ['server', 'livekit', 'redis', 'postgres', 'network']
    const rows = await doEverything({ people: 24, chatters: 4, cutSeconds: 6, sleepSeconds: 0, only })
    expect(rows).toHaveLength(7)
    expect(rows.filter(row => !isRight(row))).toEqual([])
  })

  it.skipIf(!liveKit || !hasRedis)(
    'is recorded on by another server when the one that records it is killed, and says what is missing',
    async () => expect(await killRecordingServer()).toSatisfy(isWhole),
  )

  it('loses by the same count if a client never repeats a request (the control)', async () => {
    expect((await killServerUnderPretence()).check.lost).toBeGreaterThan(0)
  })

  it.skipIf(!liveKit || !hasRedis)(
    'is not recorded on if the claim of a silent server does not end (the control)',
    async () => {
      const result = await killRecordingServer({ ageless: true })
      expect(result).toMatchObject({ killed: true, taken: false, since: undefined, told: false, ready: undefined })
    },
  )

  // These mostly wait for time to pass, and nothing in them has to happen at a moment: two at a time run side by side, each
  // with its own console.
  const beside = { concurrent: true }

  describe('controls of PostgreSQL', () => {
    it('loses by the same count if PostgreSQL acknowledges too early (the control)', beside, async () => {
      const { check } = await killCarelessPostgres(CYCLES)
      expect(check.lost).toBeGreaterThan(0)
      expect(check.audit).not.toBe('ok')
    })

    it('loses commitments by the same count if PostgreSQL acknowledges too early (the control)', beside, async () => {
      expect((await killUnderSeats(CYCLES, ['postgres'], { careless: true })).lost).toBeGreaterThan(0)
    })
  })

  describe('the server or LiveKit', () => {
    it('continues without loss after the server was stopped', beside, async () => {
      expect(await haltServer(1, 6)).toMatchObject({ valid: 1, check: nothingWrong })
    })

    it.skipIf(!liveKit)('goes on writing while LiveKit is killed, and video comes back by itself', beside, async () => {
      const result = await killLiveKit(CYCLES)
      expect(result).toMatchObject({ valid: CYCLES, check: nothingWrong })
      expect(result.writesMeanwhile).toBeGreaterThan(0)
    })
  })
})
