import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { beat } from '#features/room/room/server/stays.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { readClock, rightNow } from '#server/clock.ts'
import { seedPitch } from '#testing/startRooms.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { startAttendanceWriter } from './attendanceWriter.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ REDIS_URL: 'redis://127.0.0.1:1' })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => stack.stop())

describe.each([
  ['ahead', 300_000],
  ['behind', -300_000],
])('a server whose clock is five minutes %s', (_, off) => {
  it('takes no other server for dead, and writes stays down in the database’s time', async () => {
    const { db, frame, people } = stack
    const made = await seedPitch(stack)
    const other = randomUUID()
    await beat(db, other, await readClock(db))
    const stay = { pitchId: made.id, accountId: people.investor.id, part: 'attendee' as const }
    await db.insert(attendance).values({ ...stay, serverId: other, joinedAt: new Date() })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    const writer = startAttendanceWriter(frame, () => [])
    await writer.ready
    const id = randomUUID()
    writer.open({ ...stay, id, serverId: writer.serverId, joinedAt: rightNow() })
    await writer.flush()
    writer.close(id, rightNow())
    await writer.flush()
    vi.useRealTimers()
    const stays = await db.select().from(attendance).where(eq(attendance.pitchId, made.id))
    expect(stays.find(one => one.serverId === other)?.leftAt).toBeNull()
    const own = stays.find(one => one.id === id)
    for (const at of [own?.joinedAt, own?.leftAt])
      expect(Math.abs((at?.getTime() ?? 0) - Date.now())).toBeLessThan(30_000)
    await writer.stop()
  })
})
