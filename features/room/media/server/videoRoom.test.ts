import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Media } from '#server/media/livekit.ts'
import { openVideoRoom, pitchOfVideoRoom, videoRoomOf } from './videoRoom.ts'

const keys = { apiKey: 'key', apiSecret: 'x'.repeat(43) }

it('asks LiveKit once for a room that a crowd comes back to together', async () => {
  let asked = 0
  const liveKit = createServer(async (_request, answer) => {
    asked++
    await sleep(50)
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(liveKit, 'listening')
  const httpUrl = `http://127.0.0.1:${(liveKit.address() as AddressInfo).port}`
  const media: Media = { url: '', httpUrl, ...keys, status: () => 'ok', ready: async () => true }
  await Promise.all(Array.from({ length: 100 }, () => openVideoRoom(media, 41)))
  expect(asked).toBe(1)
  await Promise.all([openVideoRoom(media, 42), openVideoRoom(media, 43)])
  expect(asked).toBe(3)
  liveKit.close()
})

it('has rooms of its own where another console uses the same LiveKit', () => {
  const [one, other] = ['https://one.example', 'https://other.example'].map(
    scope => ({ ...keys, scope }) as unknown as Media,
  )
  if (!one || !other) throw new Error('two consoles')
  expect(videoRoomOf(one, 7)).not.toBe(videoRoomOf(other, 7))
  expect(pitchOfVideoRoom(one, videoRoomOf(one, 7))).toBe(7)
  expect(pitchOfVideoRoom(one, videoRoomOf(other, 7))).toBeUndefined()
})
