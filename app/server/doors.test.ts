import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { TOGETHER } from '#contract/wire.ts'
import { SITE_LOGO } from '#features/admin/pages/server/logo.ts'
import { mayConnect } from '#features/room/room/server/sockets/guard.ts'
import { webhookPath } from '#server/media/configuration.ts'
import type { Media } from '#server/media/livekit.ts'
import { passSignalling } from '#server/media/signalling.ts'
import { mailsTo } from '#testing/outbox.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type RoomStack, startRooms } from '#testing/startRooms.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

const own = 'pitch.example.com'
const foreign = 'evil.example'

let stack: RoomStack
let behindProxy: Stack
let livekit: Server
/** Upgrades that reached LiveKit. */
let reached = 0
beforeAll(async () => {
  const names = { PUBLIC_URL: `https://${own}`, ALLOWED_HOSTS: `${own},second.example` }
  stack = await startRooms(names)
  behindProxy = await startStack({ ...names, TRUST_PROXY: 'true' })
  livekit = createServer().listen(0, '127.0.0.1')
  livekit.on('upgrade', (_request, socket) => {
    reached++
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  await once(livekit, 'listening')
  const httpUrl = `http://127.0.0.1:${(livekit.address() as AddressInfo).port}`
  const media = { httpUrl, status: () => 'ok', ready: async () => true } as Media
  passSignalling(stack.app.server as Server, media, { mayConnect: request => mayConnect(stack.frame, request) })
})
afterAll(async () => {
  livekit.close()
  await behindProxy.stop()
  await stack.stop()
})

/** Sends these very lines; answers the status (0 for silence), and where it redirects to. */
async function knock(lines: readonly string[]): Promise<{ status: number; location: string | undefined }> {
  const { port, hostname } = new URL(stack.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const silence = sleep(1000).then(() => [''])
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close'), silence])) as [unknown]
  socket.destroy()
  const head = String(answer).split('\r\n\r\n')[0] ?? ''
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), location: /\nlocation: (\S+)/i.exec(head)?.[1] }
}

const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0']
const upgrade = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
]
const page = ['Accept: text/html']
const socketPath = '/socket.io/?EIO=4&transport=websocket'
const videoPath = '/livekit/rtc?access_token=YQ.YQ.YQ'

/** Every door: a method, an address, and the headers that it wants. */
const doors: readonly (readonly [string, string, readonly string[]])[] = [
  ...(Object.entries(calls) as [string, AnyCall][]).map(
    ([name, c]) => [c.method, pathOf(name, c), c.method === 'POST' ? form : []] as const,
  ),
  ['POST', TOGETHER, form],
  ['GET', '/openapi.json', []],
  ['POST', '/uploads', ['Tus-Resumable: 1.0.0', 'Upload-Length: 1', 'Content-Length: 0']],
  ['OPTIONS', '/uploads', []],
  ['HEAD', `/uploads/${'a'.repeat(32)}`, ['Tus-Resumable: 1.0.0']],
  ['PATCH', `/uploads/${'a'.repeat(32)}`, ['Content-Type: application/offset+octet-stream', 'Content-Length: 0']],
  ['DELETE', `/uploads/${'a'.repeat(32)}`, ['Tus-Resumable: 1.0.0']],
  ['GET', `/decks/${'a'.repeat(32)}/medium`, []],
  ['GET', `/decks/files/${'a'.repeat(43)}`, []],
  ['GET', `/users/exports/${'a'.repeat(43)}`, []],
  ['GET', `/pitch-documents/${crypto.randomUUID()}/presentation_description/1`, []],
  ['GET', SITE_LOGO, []],
  ['POST', webhookPath, ['Content-Type: application/webhook+json', 'Content-Length: 0']],
  ['GET', socketPath, upgrade],
  ['GET', videoPath, upgrade],
]

/** How a request names a host that is not ours: the address in its first line, and its headers. */
const spellings: readonly (readonly [string, (path: string) => string, readonly string[]])[] = [
  ['as its host, and as its origin', path => path, [`Host: ${foreign}`, `Origin: https://${foreign}`]],
  ['as its host with a port', path => path, [`Host: ${foreign}:7500`, `Origin: http://${foreign}:7500`]],
  ['as its host without an origin', path => path, [`Host: ${foreign}`]],
  ['as the end of its host', path => path, [`Host: ${own}.${foreign}`]],
  ['behind a name of ours', path => path, [`Host: ${own}@${foreign}`]],
  ['as its host, beside ours from a proxy', path => path, [`Host: ${foreign}`, `X-Forwarded-Host: ${own}`]],
  ['in an absolute address', path => `http://${foreign}${path}`, [`Host: ${own}`]],
  ['as its host, beside ours in an absolute address', path => `http://${own}${path}`, [`Host: ${foreign}`]],
  ['by no host', path => path, ['Host:']],
]

describe('[NAV-037, NAV-038] a request that names another host', () => {
  it.each(spellings)('passes no door: %s', async (_what, target, headers) => {
    const passed: string[] = []
    for (const [method, path, more] of doors) {
      const { status } = await knock([`${method} ${target(path)} HTTP/1.1`, ...headers, ...more])
      const refused = more === upgrade ? [0, 400, 403] : [400, 421]
      if (!refused.includes(status)) passed.push(`${method} ${path}: ${status}`)
    }
    expect(passed).toEqual([])
    expect(reached).toBe(0)
  })

  it.each(spellings)('is sent to the main address when it opens a page: %s', async (_what, target, headers) => {
    const { status, location } = await knock([`GET ${target('/pitches?page=2')} HTTP/1.1`, ...headers, ...page])
    expect([status, new URL(location ?? 'none:').origin]).toEqual([307, `https://${own}`])
  })

  it('passes no door without a Host header', async () => {
    for (const [method, path, more] of doors)
      for (const version of ['1.0', '1.1'])
        expect([path, (await knock([`${method} ${path} HTTP/${version}`, ...more])).status]).toEqual([
          path,
          expect.toSatisfy((status: number) => [400, 403, 421].includes(status)),
        ])
    expect(reached).toBe(0)
  })
})

describe('a request to a host of ours', () => {
  it.each([own, 'second.example', 'localhost:7500'])('passes every door: %s', async host => {
    const origin = host === own ? [`Origin: https://${own}`] : []
    for (const [method, path, more] of doors) {
      const { status } = await knock([`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...origin, ...more])
      expect([path, status === 421 || (more === upgrade && status !== 101)]).toEqual([path, false])
    }
    expect(reached).toBeGreaterThan(0)
  })

  it('opens no socket for a page of another site', async () => {
    reached = 0
    for (const path of [socketPath, videoPath])
      for (const origin of [`https://${foreign}`, 'null', `http://${own}.${foreign}`, ''])
        expect(
          (await knock([`GET ${path} HTTP/1.1`, `Host: ${own}`, `Origin: ${origin}`, ...upgrade])).status,
        ).not.toBe(101)
    expect(reached).toBe(0)
  })

  it('mails links to the main address, whatever host it or a proxy names', async () => {
    const headers = [
      { host: 'second.example' },
      { host: own, 'x-forwarded-host': foreign, 'x-forwarded-proto': 'http' },
      { host: own, forwarded: `host=${foreign}` },
    ]
    for (const [at, named] of headers.entries()) {
      const email = `new${at}@quill.test`
      const input = { email, firstname: 'Nora', lastname: 'New', role_type_live: 'vc' }
      const authorization = `Bearer ${stack.people.admin.token}`
      const { body } = await rawCall(stack.app, 'createUser', input, { headers: { ...named, authorization } })
      expect(body.code).toBe(1)
      const [mail] = await mailsTo(stack.db, email)
      expect(mail?.text).toContain(`https://${own}/`)
      expect(mail?.text).not.toMatch(/evil|second/)
    }
  })
})

describe('behind a proxy that is trusted', () => {
  const ask = (headers: Record<string, string>) =>
    behindProxy.app.inject({ method: 'POST', url: pathOf('getSiteInfo', calls.getSiteInfo), headers, payload: {} })

  it('the host that the proxy was asked for counts', async () => {
    expect((await ask({ host: '10.0.0.9:7500', 'x-forwarded-host': own })).statusCode).toBe(200)
    expect((await ask({ host: '10.0.0.9:7500' })).statusCode).toBe(421)
    expect((await ask({ host: own, 'x-forwarded-host': foreign })).statusCode).toBe(421)
    const may = (headers: Record<string, string>) =>
      mayConnect(behindProxy.frame, { url: socketPath, headers } as never)
    expect(may({ host: '10.0.0.9:7500', 'x-forwarded-host': own, origin: `https://${own}` })).toBe(true)
    expect(may({ host: own, 'x-forwarded-host': foreign, origin: `https://${own}` })).toBe(false)
    expect(may({ host: '10.0.0.9:7500', origin: `https://${own}` })).toBe(false)
  })
})
