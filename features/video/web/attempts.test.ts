import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeRoom, opened, pass } from './testing/fakeLiveKit.ts'

beforeEach(() => {
  vi.useFakeTimers()
  FakeRoom.made.length = 0
})
afterEach(() => void vi.useRealTimers())

type Policy = { reconnectPolicy: { nextRetryDelayInMs(context: { retryCount: number }): number | null } }
const resumesIn = (room: FakeRoom, retryCount: number) =>
  (room.options as Policy).reconnectPolicy.nextRetryDelayInMs({ retryCount })

it('tries nothing while the server cannot be reached, and connects the moment it can', async () => {
  const { connection, room, now } = await opened(false)
  connection.reach(false)
  expect(resumesIn(room(), 0)).toBeNull()
  room().happens('Reconnecting')
  room().happens('Disconnected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(room().connections).toHaveLength(1)
  expect(now().state).toBe('reconnecting')
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(room().connections).toHaveLength(2)
  expect(now().state).toBe('on')
})

it('leaves LiveKit a moment to go on where it was, and then begins anew instead of waiting', async () => {
  const { connection, room, now } = await opened(false)
  connection.reach(false)
  room().happens('Reconnecting')
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(600)
  expect(room().connections).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(room().connections).toHaveLength(2)
  expect(now().state).toBe('on')

  connection.reach(false)
  room().happens('Reconnecting')
  connection.reach(true)
  room().happens('Reconnected')
  await vi.advanceTimersByTimeAsync(5000)
  expect(room().connections).toHaveLength(2)
})

it('has LiveKit go on by itself a few times while the server can be reached, and then takes a fresh token', async () => {
  const { room } = await opened(false)
  expect([0, 1, 2, 3, 4, 5].map(times => resumesIn(room(), times))).toEqual([0, 300, 1200, 2700, 4800, null])
  room().happens('Disconnected')
  await vi.advanceTimersByTimeAsync(300)
  expect(room().connections).toHaveLength(2)
})

it('opens nothing that was closed, when the server can be reached again', async () => {
  const { connection, room, now } = await opened(false)
  connection.reach(false)
  room().happens('Disconnected')
  const before = room()
  connection.close()
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(before.connections).toHaveLength(1)
  expect(now().state).toBe('idle')
})

it('gives an attempt as long as the line is slow, and no longer on a quick one', async () => {
  const quick = await opened(false)
  expect(quick.room().patience).toBeLessThan(4000)
  const slow = opened(false, async () => {
    await new Promise(done => setTimeout(done, 2000))
    return pass(false)
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect((await slow).room().patience).toBeGreaterThan(9000)
})
