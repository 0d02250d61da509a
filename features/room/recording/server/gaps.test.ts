import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEgressServer } from '#testing/egressServer.ts'
import { type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { lineOf, noteMissing, storePiece } from './queries.ts'
import type { OpenRecorder } from './recorder/recorder.ts'
import { startRecordings } from './recordings.ts'
import { recording, recordingGap } from './tables.ts'

let livekit: Awaited<ReturnType<typeof startEgressServer>>
let stack: RoomStack
beforeAll(async () => {
  livekit = await startEgressServer()
  stack = await startRooms({}, { media: livekit.media })
}, 60_000)
afterAll(async () => {
  await stack.stop()
  await livekit.stop()
})

async function live() {
  const made = await seedPitch(stack, { recording: 'start' })
  await stack.as('presenter').startPitch({ uuid: made.uuid })
  const row = async () => {
    const [found] = await stack.db.select().from(recording).where(eq(recording.pitchId, made.id))
    return found ?? expect.fail('no recording')
  }
  return { ...made, row, id: (await row()).id }
}

describe('what is missing of a recording', () => {
  it('is every time in which nobody was recorded, whoever was before and after', async () => {
    const { id } = await live()
    const store = async (person: 'presenter' | 'coHost', number: number, start: number, duration: number) => {
      const { id: line } = await lineOf(stack.db, id, stack.people[person].id, 'microphone')
      const bytes = Buffer.from('1')
      await storePiece(stack.db, { type: 'segment', line, number, head: 0, start, duration, bytes })
    }
    await store('presenter', 0, 0, 4)
    await store('presenter', 1, 10, 4)
    await store('coHost', 0, 12, 6)
    // less than a moment
    await store('coHost', 1, 20, 4)
    await noteMissing(stack.db, id, 2, 40)
    await noteMissing(stack.db, id, 11, 17)
    const gaps = await stack.db
      .select({ from: recordingGap.startsAt, to: recordingGap.endsAt })
      .from(recordingGap)
      .where(eq(recordingGap.recordingId, id))
      .orderBy(asc(recordingGap.startsAt))
    expect(gaps).toEqual([
      { from: 4, to: 10 },
      { from: 24, to: 40 },
    ])
  })
})

describe('a recording that takes long to be finished', () => {
  it('is not taken over meanwhile by another server, which would call it whole', async () => {
    /** A process that does not end when it is told to, and takes its time to die. */
    const slow: OpenRecorder = (_log, on) => ({
      send: ({ act }) => act === 'join' && setTimeout(() => on.event({ type: 'joined' })),
      pid: () => undefined,
      kill: () => void setTimeout(() => on.gone('killed'), 8000),
    })
    // one of several servers: a single one would take what it left before a crash
    const frame = { ...stack.frame, settings: { ...stack.frame.settings, redisUrl: 'redis://127.0.0.1:1' } }
    const first = startRecordings(frame, slow)
    const { uuid, row } = await live()
    await until(async () => (await row()).serverId !== null, 5000)
    const { serverId } = await row()
    const second = startRecordings(frame, slow)
    try {
      await stack.as('presenter').endPitch({ uuid })
      const ended = performance.now()
      await until(async () => (await row()).readyAt, 30_000)
      // five seconds until it is killed, and eight to die
      expect(performance.now() - ended).toBeGreaterThan(12_500)
      expect(serverId).not.toBeNull()
    } finally {
      await first.stop()
      await second.stop()
    }
  }, 60_000)
})
