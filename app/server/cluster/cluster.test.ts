import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { freePort, freeUdpPort } from '#server/process/ports.ts'
import { runUntilExit } from '#testing/consoleProcess.ts'
import { median } from '#testing/evenTime.ts'
import { type Evening, openEvening } from '#testing/faults/evening.ts'
import { watch } from '#testing/faults/people.ts'
import { newerDatabase } from '#testing/nextMigrations.ts'
import { until } from '#testing/startRooms.ts'
import { type Front, openFront } from './front.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** A server that says who it is, what it got, and echoes over WebSockets. */
async function serverNamed(name: string, port = 0) {
  const got: { body: string; request: IncomingMessage }[] = []
  const http = createServer((request, answer) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ body, request })
      answer
        .writeHead(request.url === '/refuse' ? 418 : 200, { 'set-cookie': ['a=1', 'b=2'], 'x-name': name })
        .end(name)
    })
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket, request) => {
    socket.send(`${name} ${request.headers['x-forwarded-for']}`)
    socket.on('message', data => socket.send(`${name}: ${data}`))
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const stop = async () => {
    for (const client of sockets.clients) client.terminate()
    http.closeAllConnections()
    await new Promise(resolve => http.close(resolve))
  }
  stops.push(stop)
  return { got, stop, port: (http.address() as AddressInfo).port, http: http as Server }
}

async function frontOf(servers: readonly number[], behindProxy = false): Promise<Front & { url: string }> {
  const front = await openFront({ port: 0, host: '127.0.0.1', servers, behindProxy, say: () => {} })
  stops.push(front.stop)
  return { ...front, url: `http://127.0.0.1:${front.port}` }
}

async function socketOf(url: string) {
  const socket = new WebSocket(url.replace('http', 'ws'))
  const heard: string[] = []
  socket.on('message', data => heard.push(String(data)))
  socket.on('error', () => {})
  stops.push(() => socket.terminate())
  await until(() => heard.length === 1)
  return { socket, heard }
}

describe('the address in front of several servers', () => {
  it('passes requests on as they are, and says who sent them', async () => {
    const [one, two] = [await serverNamed('one'), await serverNamed('two')]
    const { url } = await frontOf([one.port, two.port])
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', cookie: 'c=3' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => fetch(`${url}/call?n=${i}`, { method: 'POST', body: `body ${i}`, headers })),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200))
    expect(answers[0]?.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const got = [...one.got, ...two.got]
    expect(got.map(({ body }) => body).toSorted()).toEqual(Array.from({ length: 8 }, (_, i) => `body ${i}`))
    expect(one.got.length * two.got.length).toBeGreaterThan(0)
    for (const { request } of got) {
      // any client can write anything there
      expect(request.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', cookie: 'c=3', host: new URL(url).host })
      expect(request.headers['x-forwarded-proto']).toBeUndefined()
    }
    expect((await fetch(`${url}/refuse`)).status).toBe(418)
  })

  it('trusts the proxy before it when the operator says so', async () => {
    const one = await serverNamed('one')
    const { url } = await frontOf([one.port], true)
    await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' } })
    expect(one.got[0]?.request.headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-proto': 'https',
    })
  })

  it('keeps an upload with one server', async () => {
    const [one, two] = [await serverNamed('one'), await serverNamed('two')]
    const { url } = await frontOf([one.port, two.port])
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const names = new Set<string | null>()
      for (let i = 0; i < 4; i++)
        names.add((await fetch(`${url}/uploads/${id}`, { method: 'PATCH', body: 'x' })).headers.get('x-name'))
      expect(names.size).toBe(1)
    }
  })

  it('spreads sockets evenly, and reconnects all to another server when one is gone', async () => {
    const [one, two] = [await serverNamed('one'), await serverNamed('two')]
    const front = await frontOf([one.port, two.port])
    const sockets = await Promise.all(Array.from({ length: 10 }, () => socketOf(front.url)))
    expect(await front.connections()).toEqual([5, 5])
    const [first] = sockets
    first?.socket.send('hello')
    await until(() => first?.heard.length === 2)
    expect(first?.heard[1]).toMatch(/^(one|two): hello$/)
    await one.stop()
    await until(() => sockets.filter(({ socket }) => socket.readyState === WebSocket.CLOSED).length === 5)
    for (let i = 0; i < 6; i++) {
      expect((await fetch(front.url, { method: 'POST', body: 'once' })).headers.get('x-name')).toBe('two')
      expect((await socketOf(front.url)).heard[0]).toBe('two 127.0.0.1')
    }
    expect(two.got.filter(({ body }) => body === 'once')).toHaveLength(6)
    await two.stop()
    expect((await fetch(front.url)).status).toBe(503)
  })
})

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) console.warn('redis-server is not on this machine, so no cluster is tested here')

describe.skipIf(!hasRedis)('two servers at one address, with a Redis and two LiveKit nodes', () => {
  it('are one room: pages, mutes, removals, roles and ended sessions reach every browser within a second', async () => {
    const evening = await openEvening({ people: 12, chatters: 2 })
    stops.push(evening.stop)
    /** Waits until it has reached every browser, and notes the milliseconds; a busy machine may take long over one of them. */
    const times: number[] = []
    const reaches = async (isSo: () => unknown) => {
      const began = performance.now()
      await until(isSo, 30_000)
      times.push(performance.now() - began)
    }
    await evening.load.stop() // people of the load would be among the muted and removed ones below
    const { cluster, crowd, facts, as, attendees, coHost } = evening
    expect(Math.min(...(await cluster.front.connections()))).toBeGreaterThan(0)
    const page = await evening.turn()
    await reaches(() => crowd.every(one => one.room()?.page === page))

    const { pitch, people } = facts
    const admin = as(await tokenOf(evening, people.admin.username))
    // a person at either server, each by the server's own address
    const pairs = await Promise.all(
      cluster.servers.map(({ url }, i) => watched(url, evening, attendees[i]?.token ?? '')),
    )
    const [mute, remove] = attendees
    await as(coHost).updatePitchMuteChat({ pitch_uuid: pitch.uuid, user_id: mute?.accountId ?? '', is_mute_chat: true })
    await reaches(() => crowd.every(one => one.room()?.mute.muted.includes(mute?.accountId ?? '')))
    await as(coHost).removeAttendee({ pitch_uuid: pitch.uuid, user_id: remove?.accountId ?? '' })
    await reaches(() => !pairs[1]?.socket.connected && !crowd[1]?.socket.connected)
    await reaches(() => pairs[0]?.room()?.removed.includes(remove?.accountId ?? ''))

    // another role: connections with the old one are closed
    const moderator = await tokenOf(evening, people.moderator.username)
    const moderators = await Promise.all(cluster.servers.map(({ url }) => watched(url, evening, moderator)))
    for (const { socket } of moderators) socket.io.reconnection(false)
    await admin.updateUserRole({ user_id: people.moderator.id, role: 'vc' })
    await reaches(() => moderators.every(one => !one.socket.connected))

    const hosts = await Promise.all(cluster.servers.map(({ url }) => watched(url, evening, coHost)))
    await admin.setUserDisabled({ user_id: people.coHost.id, disabled: true })
    await reaches(() => hosts.every(one => !one.socket.connected))
    for (const { url } of cluster.servers)
      await expect(watch(url, pitch.uuid, coHost).welcomed).rejects.toThrow('NotSignedIn')
    expect(median(times)).toBeLessThan(1000)
  }, 240_000)
})

async function watched(url: string, { facts }: Evening, token: string) {
  const one = watch(url, facts.pitch.uuid, token)
  stops.push(() => one.socket.disconnect())
  await one.welcomed
  await sleep(50)
  return one
}

async function tokenOf({ cluster, facts }: Evening, username: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: facts.password })
  const answer = await fetch(`${cluster.url}/restapi/v1.4/oauth/token/pbx/`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

describe.skipIf(!hasRedis)('a cluster on a database that is newer than it knows', () => {
  it('ends with a sentence', async () => {
    const DATABASE_URL = await newerDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-newer-'))
    const ports = { PORT: String(await freePort()), VIDEO_UDP_PORT: String(await freeUdpPort(0)) }
    const { code, said } = await runUntilExit('app/server/cluster/main.ts', {
      ...ports,
      DATA_DIR: dataDir,
      DATABASE_URL,
    })
    await rm(dataDir, { recursive: true, maxRetries: 5, retryDelay: 200 })
    expect(code).toBe(1)
    const [last] = said.trim().split('\n').slice(-1)
    expect(last).toMatch(/^server 1 does not start: This database is newer than this Rostrum .* does not know\. Start/)
    expect(said).not.toMatch(/\bat .*\.ts:/)
  }, 60_000)
})
