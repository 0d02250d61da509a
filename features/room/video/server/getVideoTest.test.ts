import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speedTest } from '#features/room/video/addresses.ts'
import { liveKit } from '#testing/programs.ts'
import { claimsOf, startVideo, type VideoStack } from '#testing/startVideo.ts'
import { testsAllowed } from './getVideoTest.ts'

describe.skipIf(!liveKit)('getVideoTest, with a real LiveKit', () => {
  let stack: VideoStack
  beforeAll(async () => {
    stack = await startVideo()
  })
  afterAll(() => stack.stop())

  it('gives a caller who tests their connection a room for a minute, in which they are alone and receive nothing', async () => {
    const one = await stack.as('nobody').getVideoTest({})
    const other = await stack.as('nobody').getVideoTest({})
    // here it serves this machine alone
    expect(one.tcp).toBe(false)
    const { video } = claimsOf(one.token)
    expect(video.room).toMatch(/^test-/)
    expect(video.room).not.toBe(claimsOf(other.token).video.room)
    expect(video).toMatchObject({ canSubscribe: false, canPublishData: false, canPublishSources: ['camera'] })
    expect((await stack.enter(one.token)).status).toBe(101)
    const service = new RoomServiceClient(stack.media.httpUrl, stack.media.apiKey, stack.media.apiSecret)
    const [room] = await service.listRooms([video.room ?? ''])
    expect(room?.maxParticipants).toBe(1)
    // a token that another party signed opens no such room
    const forged = new AccessToken(stack.media.apiKey, 'x'.repeat(43), { identity: 'x', ttl: 60 })
    forged.addGrant({ room: video.room ?? '', roomJoin: true })
    expect((await stack.enter(await forged.toJwt())).status).toBe(403)
  })

  it('counts the tests of one address', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: testsAllowed + 1 }, () => stack.as('nobody').getVideoTest({})),
    )
    expect(asked.some(one => one.status === 'rejected' && String(one.reason).includes('TooManyRequests'))).toBe(true)
  })

  it('has bytes to fetch and takes bytes, for the speed of a connection, and no more than that', async () => {
    const down = await fetch(stack.url + speedTest.down)
    expect((await down.arrayBuffer()).byteLength).toBe(speedTest.bytes)
    expect(down.headers.get('cache-control')).toBe('no-store')
    const send = async (bytes: number) =>
      fetch(stack.url + speedTest.up, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
    expect((await send(speedTest.bytes)).status).toBe(204)
    expect((await send(3 * speedTest.bytes)).status).toBe(413)
  })
})
