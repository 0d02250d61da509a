import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBrowserClient } from './http.ts'
import { noteTime, serverNow } from './serverTime.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z') })
  // changing the clock discards all its known bounds
  noteTime('Fri, 01 May 2020 12:00:00 GMT', Date.now())
  noteTime('Fri, 01 May 2026 12:00:00 GMT', Date.now())
})
afterEach(() => void vi.useRealTimers())

const lacks = () => serverNow() - Date.now()
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

it('is the machine’s own time while that may be right, else the server’s', () => {
  expect(lacks()).toBe(0)
  pass(2500)
  noteTime('Fri, 01 May 2026 12:00:02 GMT', Date.now())
  expect(lacks()).toBe(0)
  noteTime('Fri, 01 May 2026 12:05:02 GMT', Date.now())
  expect(Math.abs(lacks() - 300_000)).toBeLessThanOrEqual(500)
  noteTime(null, Date.now())
  noteTime('no date', Date.now())
  expect(Math.abs(lacks() - 300_000)).toBeLessThanOrEqual(500)
  noteTime('Fri, 01 May 2026 12:00:02 GMT', Date.now())
  expect(lacks()).toBe(0)
})

it('trusts a late answer less than an early one, and is more exact by many', () => {
  // this clock is five minutes slow
  const answer = (late: number) => {
    const sentAt = Date.now()
    const at = new Date(sentAt + 300_000 + late / 2).toUTCString()
    pass(late)
    noteTime(at, sentAt)
  }
  answer(0)
  const first = Math.abs(lacks() - 300_000)
  expect(first).toBeLessThanOrEqual(500)
  answer(8000)
  expect(Math.abs(lacks() - 300_000)).toBeLessThanOrEqual(first)
  for (let n = 0; n < 50; n++) {
    pass(137)
    answer(20)
  }
  expect(Math.abs(lacks() - 300_000)).toBeLessThan(50)
})

it('ignores an answer during which its own clock was set back', () => {
  noteTime('Fri, 01 May 2026 12:00:00 GMT', Date.now() + 60_000)
  expect(lacks()).toBe(0)
})

it('is learned from every call', async () => {
  const answer = () =>
    new Response('{"code":1,"message":"","data":{}}', { headers: { date: 'Fri, 01 May 2026 11:55:00 GMT' } })
  const client = createBrowserClient({
    fetch: async () => answer(),
  })
  await (client as unknown as { look(input: object): Promise<unknown> }).look({})
  expect(Math.abs(lacks() + 300_000)).toBeLessThanOrEqual(500)
})
