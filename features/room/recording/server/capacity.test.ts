import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { roomServer } from '#features/room/room/server/tables.ts'
import { recordedPitch } from '#testing/recordedPitch.ts'
import { type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { type RecordingTold, recordingHealths } from '../rules.ts'
import { countServers, measuredRates } from './capacityQueries.ts'
import { type Recordings, startRecordings } from './recordings.ts'
import { recording, recordingSegment } from './tables.ts'

const MINUTE = 60_000
let stack: RoomStack
const servers: Recordings[] = []
beforeAll(async () => {
  stack = await startRooms({ RECORDINGS_AT_ONCE: '2' })
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
  await stack.db.update(recording).set({ endedAt: sql`now()`, readyAt: sql`now()` })
  await stack.db.update(pitch).set({ state: 'over' })
})
afterAll(() => stack.stop())

const now = Date.now()
/** A time in so many minutes. */
const at = (minutes: number) => new Date(now + minutes * MINUTE)
const planned = (from: number, to: number, more: Parameters<typeof seedPitch>[1] = {}) =>
  seedPitch(stack, { recording: 'start', startsAt: at(from), endsAt: at(to), ...more })
const capacity = (input: { pitch_uuid?: string; start?: string; end?: string } = {}) =>
  stack.as('presenter').getRecordingCapacity(input)
const between = (from: number, to: number) => ({ start: at(from).toISOString(), end: at(to).toISOString() })

describe('#getRecordingCapacity', () => {
  it('says before a pitch that at its time as many others are recorded as the server records at once', async () => {
    await planned(60, 120)
    expect(await capacity(between(60, 120))).toMatchObject({ most: 2, is_taken: false })
    // of another organization as well
    await planned(90, 150, { owner: 'lumenAdmin', recording: 'hand' })
    expect((await capacity(between(60, 120))).is_taken).toBe(true)
    expect((await capacity(between(100, 110))).is_taken).toBe(true)
    // at none of these moments there are two
    expect((await capacity(between(30, 90))).is_taken).toBe(false)
    expect((await capacity(between(120, 200))).is_taken).toBe(false)
  })

  it('counts those of one moment, not those that follow each other', async () => {
    for (const from of [60, 90, 120]) await planned(from, from + 30)
    expect((await capacity(between(60, 150))).is_taken).toBe(false)
  })

  it('counts neither the pitch itself nor what is not recorded', async () => {
    const own = await planned(60, 120)
    const other = await planned(60, 120)
    await planned(60, 120, { recording: 'not' })
    await planned(60, 120, { deletedAt: new Date() })
    await planned(60, 120, { rehearsalOf: other.id })
    await planned(60, 120, { state: 'over' })
    expect((await capacity({ pitch_uuid: own.uuid })).is_taken).toBe(false)
    // at the time to which it is moved
    await planned(300, 360)
    await planned(300, 360)
    expect((await capacity({ pitch_uuid: own.uuid, ...between(310, 320) })).is_taken).toBe(true)
  })

  it('counts the servers that are there, and no dead one', async () => {
    await stack.db.delete(roomServer)
    expect(await countServers(stack.db)).toBe(1)
    const seenAt = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
    const ids = [1, 2, 3].map(() => crypto.randomUUID())
    await stack.db.insert(roomServer).values(ids.map((id, i) => ({ id, seenAt: seenAt(i < 2 ? 1 : 60) })))
    expect((await capacity()).most).toBe(4)
    await stack.db.delete(roomServer)
  })

  it('says what an hour takes, as this console has measured it, and what is free', async () => {
    const usual = await capacity()
    expect(usual).toMatchObject({ person_bytes: 825e6, screen_bytes: 1100e6, is_filling: expect.any(Boolean) })
    expect(usual.free_bytes).toBeGreaterThan(0)
    const { line } = await recordedPitch(stack)
    // of twelve seconds nothing is concluded
    expect((await measuredRates(stack.db)).size).toBe(0)
    const rows = Array.from({ length: 150 }, (_, i) => ({ lineId: line, number: i + 10, head: 0, startsAt: i * 4 }))
    await stack.db.insert(recordingSegment).values(rows.map(row => ({ ...row, seconds: 4, bytes: 400_000 })))
    const measured = (await capacity()).person_bytes - 25e6
    expect(measured).toBeGreaterThan(340e6)
    expect(measured).toBeLessThan(361e6)
  })

  it('is for those who manage the pitch', async () => {
    const { uuid } = await planned(60, 120)
    for (const name of ['investor', 'lumenAdmin'] as const)
      await expect(stack.as(name).getRecordingCapacity({ pitch_uuid: uuid })).rejects.toThrow('PitchNotFound')
  })
})

describe('one server', () => {
  const told: { pitchId: number; told: RecordingTold }[] = []
  /** Another server on the same database, whose reports are kept. */
  const serve = () => {
    const signal = (pitchId: number, _to: unknown, type: string, payload: unknown) =>
      void (type === 'recordingHealth' && told.push({ pitchId, told: payload as RecordingTold }))
    const settings = { ...stack.frame.settings, redisUrl: 'redis://127.0.0.1:1' }
    servers.push(startRecordings({ ...stack.frame, settings, rooms: { ...stack.frame.rooms, signal } }))
  }
  const live = async () => {
    const made = await seedPitch(stack, { recording: 'start' })
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    return made
  }
  const rowOf = async ({ id }: { id: number }) => {
    const [row] = await stack.db.select().from(recording).where(eq(recording.pitchId, id))
    return row ?? expect.fail('no recording')
  }
  const waits = (made: { id: number }) =>
    told.some(({ pitchId, told: { health } }) => pitchId === made.id && health === 'waiting')

  it('records as many pitches at once as it may; the next one starts, is told, and is recorded when one ends', async () => {
    const [first, second, third] = [await live(), await live(), await live()]
    serve()
    await until(async () => waits(third), 15_000)
    expect((await rowOf(first)).serverId).not.toBeNull()
    expect((await rowOf(second)).serverId).not.toBeNull()
    expect((await rowOf(third)).serverId).toBeNull()
    expect(waits(first) || waits(second)).toBe(false)
    // the pitch goes on meanwhile, and its presenter was told before the start
    expect((await capacity({ pitch_uuid: third.uuid })).is_taken).toBe(true)
    await stack.as('presenter').endPitch({ uuid: first.uuid })
    await until(async () => (await rowOf(third)).serverId !== null, 15_000)
    expect(recordingHealths).toContain('waiting')
  })

  it('leaves the next one to another server that has a recording left', async () => {
    const pitches = [await live(), await live(), await live()]
    serve()
    serve()
    await until(async () => (await Promise.all(pitches.map(rowOf))).every(({ serverId }) => serverId !== null), 15_000)
    const ids = (await Promise.all(pitches.map(rowOf))).map(({ serverId }) => serverId)
    expect(new Set(ids).size).toBe(2)
  })
})
