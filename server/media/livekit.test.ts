import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readSettings } from '#app/server/settings.ts'
import { freePort } from '#server/process/ports.ts'
import { liveKit } from '#testing/programs.ts'
import { configuration } from './configuration.ts'
import { type Media, type RunningMedia, startMedia } from './livekit.ts'
import { answerSignalling, passSignalling } from './signalling.ts'

const silent = { log: () => {} }
let dir: string
let media: RunningMedia | undefined
const path = process.env['PATH']

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rostrum-livekit-'))
})
afterEach(async () => {
  process.env['PATH'] = path
  await media?.stop()
  media = undefined
  await rm(dir, { recursive: true, force: true })
})

async function start() {
  if (liveKit) process.env['PATH'] = `${join(liveKit, '..')}:${path}`
  media = await startMedia(readSettings({ DATA_DIR: dir, PORT: String(await freePort()) }), silent)
  return media
}
const pidOf = async () => (JSON.parse(await readFile(join(dir, 'livekit.pid'), 'utf8')) as { pid: number }).pid
const tokenFor = (of: Media, room: string) => {
  const token = new AccessToken(of.apiKey, of.apiSecret, { identity: 'ivy', ttl: 60 })
  token.addGrant({ room, roomJoin: true, canPublish: false })
  return token.toJwt()
}
async function until(condition: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + 10_000; !(await condition()); await sleep(20))
    if (Date.now() > end) throw new Error('did not happen within ten seconds')
}

it('says that video is off, and how to get it, when there is no LiveKit', async () => {
  process.env['PATH'] = ''
  media = await startMedia(readSettings({ DATA_DIR: dir }), silent)
  expect(media.status()).toMatch(/^off: LiveKit is not installed/)
})

it('says that an external LiveKit does not answer', async () => {
  const LIVEKIT_URL = `ws://127.0.0.1:${await freePort()}`
  const settings = readSettings({ LIVEKIT_URL, LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 's'.repeat(32) })
  const external = await startMedia(settings, silent)
  media = external
  expect(external).toMatchObject({ url: LIVEKIT_URL, apiKey: 'key', scope: settings.publicUrl })
  await until(() => external.status() !== 'ok')
})

it.each([
  ['nothing set', {}, { node_ip: '127.0.0.1', tcp_port: 0 }],
  [
    'an address of others behind a proxy',
    { PUBLIC_URL: 'https://pitch.example.com', VIDEO_NODE_IP: '203.0.113.7' },
    { node_ip: '203.0.113.7', tcp_port: 7882, udp_port: 7882 },
  ],
  ['an address of its own', { HOST: '192.0.2.9' }, { node_ip: '192.0.2.9', tcp_port: 7882, udp_port: 7882 }],
  [
    'a TURN server with a secret',
    { TURN_URL: 'turns:turn.example.com:443', TURN_SECRET: 'secret' },
    { turn_servers: [{ host: 'turn.example.com', port: 443, protocol: 'tls', secret: 'secret' }] },
  ],
  [
    'a TURN server with one password for all',
    { TURN_URL: 'turn:turn.example.com?transport=tcp', TURN_USERNAME: 'name', TURN_CREDENTIAL: 'word' },
    { turn_servers: [{ host: 'turn.example.com', port: 3478, protocol: 'tcp', username: 'name', credential: 'word' }] },
  ],
])('sends pictures to where browsers come from: %s', async (_, env, rtc) => {
  const made = await configuration(readSettings(env), { apiKey: 'key', apiSecret: 's'.repeat(32) }, 1)
  expect(made.rtc).toMatchObject(rtc)
  // Signalling always comes through our own address.
  expect(made.bind_addresses).toEqual(['127.0.0.1'])
  expect(made.room.auto_create).toBe(false)
})

const rtcOf = async (env: Record<string, string>) =>
  (await configuration(readSettings(env), { apiKey: 'key', apiSecret: 's'.repeat(32) }, 1)).rtc
const card = Object.values(networkInterfaces())
  .flatMap(own => own ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')

it.skipIf(!card)('answers from the network card that it names', async () => {
  const { address = '' } = card ?? {}
  expect(await rtcOf({ VIDEO_NODE_IP: address })).toMatchObject({ ips: { includes: [`${address}/32`] } })
})

it('answers from all cards behind a router', async () => {
  expect(await rtcOf({ VIDEO_NODE_IP: '203.0.113.7' })).not.toHaveProperty('ips')
})

/** A `go` that takes a moment and then does what the script says, in GOBIN. */
async function onlyGo(script: string) {
  const bin = join(dir, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'go'), `#!/bin/sh\nsleep 0.5\n${script}\n`, { mode: 0o755 })
  process.env['PATH'] = `${bin}:/bin:/usr/bin`
}

it('says that LiveKit could not be built, and why', async () => {
  await onlyGo('echo no network >&2; exit 1')
  const lines: string[] = []
  const built = await startMedia(readSettings({ DATA_DIR: dir }), { ...silent, build: line => lines.push(line) })
  media = built
  expect(built.status()).toMatch(/^off: LiveKit is being built/)
  await until(() => built.status().startsWith('off: LiveKit is not installed'))
  expect(lines.join('\n')).toContain('no network')
})

describe.skipIf(!liveKit)('a LiveKit of our own', () => {
  it('is built while the console runs if it is missing, and then works', async () => {
    await onlyGo(`cp "${liveKit}" "$GOBIN/server"`)
    const built = await startMedia(readSettings({ DATA_DIR: dir, PORT: '1' }), { ...silent, build: () => {} })
    media = built
    expect(built.status()).toMatch(/^off: LiveKit is being built/)
    await until(() => built.status() === 'ok')
    await new RoomServiceClient(built.httpUrl, built.apiKey, built.apiSecret).listRooms()
  })

  it('accepts only its own keys, which are kept for the next start', async () => {
    const first = await start()
    expect(first.status()).toBe('ok')
    await new RoomServiceClient(first.httpUrl, first.apiKey, first.apiSecret).createRoom({ name: 'p1' })
    await expect(new RoomServiceClient(first.httpUrl, first.apiKey, 'x'.repeat(40)).listRooms()).rejects.toThrow()
    expect((await stat(join(dir, 'livekit-keys.json'))).mode & 0o777).toBe(0o600)
    await first.stop()
    const second = await start()
    expect(second.apiSecret).toBe(first.apiSecret)
  })

  it('recovers by itself after kill -9, at the same address', async () => {
    const own = await start()
    const before = await pidOf()
    process.kill(before, 'SIGKILL')
    await until(() => own.status() !== 'ok')
    await until(async () => own.status() === 'ok' && (await pidOf()) !== before)
    expect(await new RoomServiceClient(own.httpUrl, own.apiKey, own.apiSecret).listRooms()).toEqual([])
  })

  it('recovers even if its process file cannot be written', async () => {
    const own = await start()
    const before = await pidOf()
    await rm(dir, { recursive: true })
    process.kill(before, 'SIGKILL')
    await until(() => own.status() !== 'ok')
    await until(() => own.status() === 'ok')
    expect(await new RoomServiceClient(own.httpUrl, own.apiKey, own.apiSecret).listRooms()).toEqual([])
  })

  it('opens no room that we have not made', async () => {
    const own = await start()
    const answer = await fetch(`${own.httpUrl}/rtc/validate?access_token=${await tokenFor(own, 'nowhere')}`)
    expect(answer.status).toBe(404)
  })

  describe('through our own address', () => {
    let front: Server
    let at: string
    beforeEach(async () => {
      const own = await start()
      await new RoomServiceClient(own.httpUrl, own.apiKey, own.apiSecret).createRoom({ name: 'p1' })
      front = createServer((request, response) => {
        if (!answerSignalling(request, response, own)) response.writeHead(418).end()
      })
      passSignalling(front, own)
      await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
      at = `127.0.0.1:${(front.address() as AddressInfo).port}/livekit`
    })
    afterEach(() => void front.close())

    it('admits a browser with a token to its room', async () => {
      const token = await tokenFor(media as Media, 'p1')
      const socket = new WebSocket(`ws://${at}/rtc?access_token=${token}&protocol=16&sdk=js&version=2.23.0`)
      const first = await new Promise<Buffer>((resolve, reject) => {
        socket.on('message', resolve)
        socket.on('error', reject)
      })
      expect(first.includes('ivy')).toBe(true)
      socket.close()
      expect(await fetch(`http://${at}/rtc/validate?access_token=${token}`).then(answer => answer.text())).toBe(
        'success',
      )
    })

    it('lets a browser wait for a restarting LiveKit', async () => {
      const own = media as RunningMedia
      process.kill(await pidOf(), 'SIGKILL')
      await until(() => own.status() !== 'ok')
      const socket = new WebSocket(`ws://${at}/rtc?access_token=${await tokenFor(own, 'p1')}&protocol=16`)
      const error = await new Promise<Error>(resolve => socket.on('error', resolve))
      // it was asked, and does not know its rooms any longer
      expect(error.message).toContain('404')
      expect(own.status()).toBe('ok')
    })

    it('refuses a browser without one', async () => {
      const socket = new WebSocket(`ws://${at}/rtc?protocol=16`)
      const error = await new Promise<Error>(resolve => socket.on('error', resolve))
      expect(error.message).toContain('401')
    })

    it('keeps LiveKit’s administration out of reach', async () => {
      const admin = await fetch(`http://${at}/twirp/livekit.RoomService/ListRooms`, { method: 'POST' })
      expect(admin.status).toBe(404)
      const sideways = await fetch(`http://${at}/rtc/..%2ftwirp/livekit.RoomService/ListRooms`)
      expect(sideways.status).toBe(404)
    })
  })
})
