import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { livePitch } from '#testing/livePitch.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'

let stack: RoomStack
/** A LiveKit that takes every request and answers none. */
let hanging: Server
let asked = 0

beforeAll(async () => {
  hanging = createServer(() => void asked++).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const httpUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
  const media = {
    url: '',
    httpUrl,
    apiKey: 'key',
    apiSecret: 'x'.repeat(43),
    status: () => 'ok' as const,
    ready: async () => true,
  }
  stack = await startRooms({}, { media })
})
afterAll(async () => {
  hanging.closeAllConnections()
  hanging.close()
  await stack.stop()
})

const askedFor = async (times: number) => {
  for (const until = Date.now() + 4000; asked < times && Date.now() < until; ) await new Promise(setImmediate)
}
/** Milliseconds that something takes. */
async function timeOf(act: () => Promise<unknown>) {
  const began = performance.now()
  await act()
  return performance.now() - began
}

it('does not delay the room while a second device waits for LiveKit', async () => {
  const { pitch_uuid } = await livePitch(stack)
  const presenter = stack.as('presenter')
  const { code } = await presenter.agoraSharescreenAcquire({ pitch_uuid, device: 'second' })
  const { key } = await stack.as('nobody').openSharescreenLink({ pitch_uuid, code: code ?? '' })
  asked = 0
  const started = expect(stack.as('nobody').startSharescreenDevice({ key })).rejects.toThrow('VideoOff')
  await askedFor(1)
  expect(asked).toBe(1)
  const turn = () => presenter.sgUpdatePitchPages({ pitch_uuid, page: 1, action: 'right', index: 0 })
  expect(await timeOf(turn)).toBeLessThan(1000)
  await started
  // who comes before it shares nothing
  expect((await presenter.getSharescreenFileList({ pitch_uuid })).items).toEqual([])
}, 20_000)

it('answers everybody while a crowd tests its connections', async () => {
  asked = 0
  const tests = Promise.allSettled(Array.from({ length: 14 }, () => stack.as('nobody').getVideoTest({})))
  await askedFor(9)
  expect(await timeOf(() => stack.as('presenter').getPersonalInfo({}))).toBeLessThan(1000)
  await tests
}, 20_000)
