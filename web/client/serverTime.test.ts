import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBrowserClient } from './http.ts'
import { noteTime, serverNow } from './serverTime.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z') }))
afterEach(() => {
  noteTime(new Date().toUTCString())
  vi.useRealTimers()
})

it('is the machine’s own time while that is right, and the server’s when it is minutes off', () => {
  expect(serverNow()).toBe(Date.now())
  noteTime('Fri, 01 May 2026 12:00:02 GMT')
  expect(serverNow()).toBe(Date.now())
  noteTime('Fri, 01 May 2026 12:05:00 GMT')
  expect(serverNow() - Date.now()).toBe(300_000)
  noteTime(null)
  noteTime('no date')
  expect(serverNow() - Date.now()).toBe(300_000)
  noteTime('Fri, 01 May 2026 12:00:00 GMT')
  expect(serverNow()).toBe(Date.now())
})

it('is learned from every call', async () => {
  const answer = () =>
    new Response('{"code":1,"message":"","data":{}}', { headers: { date: 'Fri, 01 May 2026 11:55:00 GMT' } })
  const client = createBrowserClient({
    paths: { look: { path: '/look', answer: 'data' } },
    fetch: async () => answer(),
  })
  await (client as unknown as { look(input: object): Promise<unknown> }).look({})
  expect(serverNow() - Date.now()).toBe(-300_000)
})
