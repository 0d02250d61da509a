import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
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

it('gives up what it had begun when the room lost its own line: browsers make one connection to a server at a time', async () => {
  const { connection, room, now } = await opened(false)
  const disconnect = vi.spyOn(room(), 'disconnect')
  room().state = 'signalReconnecting'
  connection.reach(false)
  await vi.advanceTimersByTimeAsync(400)
  expect(disconnect).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(disconnect).toHaveBeenCalledOnce()
  expect(now()).toMatchObject({ state: 'reconnecting', faces: [] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(room().connections).toHaveLength(1)
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(room().connections).toHaveLength(2)
  expect(now().state).toBe('on')
})

it('leaves alone a video that goes on, and one that was there again in time', async () => {
  const { connection, room } = await opened(false)
  const disconnect = vi.spyOn(room(), 'disconnect')
  connection.reach(false)
  await vi.advanceTimersByTimeAsync(5000)
  connection.reach(true)
  room().state = 'signalReconnecting'
  connection.reach(false)
  await vi.advanceTimersByTimeAsync(400)
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(disconnect).not.toHaveBeenCalled()
})

it('leaves alone a place that another window has, and asks again for video that was off', async () => {
  const { connection, room, now } = await opened(false)
  room().state = 'disconnected'
  room().happens('Disconnected', 2)
  await vi.advanceTimersByTimeAsync(0)
  expect(now().state).toBe('elsewhere')
  connection.reach(false)
  await vi.advanceTimersByTimeAsync(5000)
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(now().state).toBe('elsewhere')
  expect(room().connections).toHaveLength(1)

  let off = true
  const other = await opened(false, async () => {
    if (off) throw new CallFailed('VideoOff')
    return pass(false)
  })
  expect(other.now().state).toBe('off')
  other.connection.reach(false)
  await vi.advanceTimersByTimeAsync(5000)
  off = false
  other.connection.reach(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(other.now().state).toBe('on')
})

it('goes on after a line that was lost for less than a moment while the next attempt waited', async () => {
  let off = true
  const { connection, now } = await opened(false, async () => {
    if (off) throw new CallFailed('VideoOff')
    return pass(false)
  })
  off = false
  connection.reach(false)
  await vi.advanceTimersByTimeAsync(200)
  connection.reach(true)
  await vi.advanceTimersByTimeAsync(1000)
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

it('connects anew itself where LiveKit would begin anew, unless it sends something', async () => {
  const watching = await opened(false)
  watching.room().happens('Reconnecting')
  expect(watching.now().state).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(0)
  expect(watching.room().connections).toHaveLength(2)
  expect(watching.now().state).toBe('on')

  // LiveKit resumes sending at once
  const sending = await opened(true)
  sending.room().happens('Reconnecting')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sending.room().connections).toHaveLength(1)

  // LiveKit gives up by itself, and nothing is tried
  const cut = await opened(false)
  cut.connection.reach(false)
  cut.room().happens('Reconnecting')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(cut.room().connections).toHaveLength(1)
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
  expect(quick.room().patience).toBeLessThan(5000)
  const slow = opened(false, async () => {
    await new Promise(done => setTimeout(done, 2000))
    return pass(false)
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect((await slow).room().patience).toBeGreaterThan(9000)
})
