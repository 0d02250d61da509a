import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type RunningRedis, startRedis } from '#app/server/cluster/redis.ts'
import { readSettings } from '#app/server/settings.ts'
import { closeVideoRoom, videoRoomOf } from '#features/room/media/server/videoRoom.ts'
import { freePort } from '#server/process/ports.ts'
import { liveKit } from '#testing/programs.ts'
import { until } from '#testing/startRooms.ts'
import { type Media, type RunningMedia, startMedia } from './livekit.ts'
import { forgetNode } from './nodes.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const SECRET_KEY = 'k'.repeat(64)
/** Milliseconds in which a node is gone. LiveKit itself would notice after five seconds. */
const SOON = 1500

describe.skipIf(!hasRedis || !liveKit)('LiveKit nodes that meet over Redis', () => {
  let home: string
  let redis: RunningRedis
  let asking: Redis
  const stops: (() => unknown)[] = []
  const path = process.env['PATH']

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'rostrum-nodes-'))
    redis = await startRedis(join(home, 'redis'), () => {})
    asking = new Redis(redis.url)
    process.env['PATH'] = `${join(liveKit ?? '', '..')}:${path}`
  })
  beforeEach(() => asking.flushall())
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  })
  afterAll(async () => {
    process.env['PATH'] = path
    asking.disconnect()
    await redis.stop()
    await rm(home, { recursive: true, force: true })
  })

  const nodes = () => asking.hkeys('nodes')
  const settingsOf = (port: number) => ({
    ...{ DATA_DIR: home, PORT: String(port), REDIS_URL: redis.url, SECRET_KEY },
    VIDEO_UDP_PORT: String(port),
  })
  const start = async (port?: number): Promise<RunningMedia & { port: number; pid: () => Promise<number> }> => {
    const own = port ?? (await freePort())
    const media = await startMedia(readSettings(settingsOf(own)), { log: () => {} })
    stops.push(() => media.stop())
    const pid = async () =>
      (JSON.parse(await readFile(join(home, `livekit-${own}.pid`), 'utf8')) as { pid: number }).pid
    return Object.assign(media, { port: own, pid })
  }
  const service = ({ httpUrl, apiKey, apiSecret }: Media) => new RoomServiceClient(httpUrl, apiKey, apiSecret)
  /** Joins a room by its signalling alone, and answers what LiveKit says first. */
  const enter = async (media: Media, room: string, identity: string) => {
    const token = new AccessToken(media.apiKey, media.apiSecret, { identity, ttl: 60 })
    token.addGrant({ room, roomJoin: true })
    const url = `${media.httpUrl.replace('http', 'ws')}/rtc?access_token=${await token.toJwt()}&protocol=16&sdk=js&version=2.23.0`
    const socket = new WebSocket(url)
    stops.push(() => socket.terminate())
    const [first] = (await once(socket, 'message')) as [Buffer]
    return first
  }

  it('moves the rooms of a killed node at once, and takes the node back under another mark', async () => {
    const [one, other] = [await start(), await start()]
    await service(one).createRoom({ name: 'pitch' })
    const before = await nodes()
    expect(before).toHaveLength(2)
    await enter(one, 'pitch', 'ivy')
    const holder = await asking.hget('room_node_map', 'pitch')
    // which of them has the room is LiveKit's choice: both die in turn, and it goes on each time
    process.kill(await one.pid(), 'SIGKILL')
    process.kill(await other.pid(), 'SIGKILL')
    const killed = performance.now()
    await until(async () => (await nodes()).length === 2 && !(await nodes()).some(id => before.includes(id)))
    expect(await Promise.all([one.ready(), other.ready()])).toEqual([true, true])
    await service(other).createRoom({ name: 'pitch' })
    expect((await enter(other, 'pitch', 'ivy')).includes('ivy')).toBe(true)
    expect(performance.now() - killed).toBeLessThan(3000)
    expect(before).toContain(holder)
    expect(await asking.hget('room_node_map', 'pitch')).not.toBe(holder)
  })

  it('has nothing left of one whose console was killed', async () => {
    const other = await start()
    const [mine] = await nodes()
    const module = JSON.stringify(new URL('./livekit.ts', import.meta.url).href)
    const settings = JSON.stringify(new URL('../../app/server/settings.ts', import.meta.url).href)
    const code = `
      import { startMedia } from ${module}
      import { readSettings } from ${settings}
      const media = await startMedia(readSettings(${JSON.stringify(settingsOf(await freePort()))}), { log: () => {} })
      console.log(media.status())
      setInterval(() => {}, 1000)`
    const console = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    stops.push(() => console.kill('SIGKILL'))
    expect(await once(createInterface(console.stdout), 'line')).toEqual(['ok'])
    expect(await nodes()).toHaveLength(2)
    // a participant for whom it would wait
    await service(other).createRoom({ name: 'pitch', nodeId: (await nodes()).find(id => id !== mine) ?? '' })
    await enter(other, 'pitch', 'ivy')
    console.kill('SIGKILL')
    await sleep(SOON)
    expect(await nodes()).toEqual([mine])
    await service(other).createRoom({ name: 'pitch' })
    expect((await enter(other, 'pitch', 'ivy')).includes('ivy')).toBe(true)
  })

  it('removes, at its start, a node that was killed together with its console', async () => {
    const first = await start()
    const known = await readFile(join(home, `livekit-${first.port}.pid`), 'utf8')
    const [id = ''] = await nodes()
    const entry = await asking.hgetBuffer('nodes', id)
    await first.stop()
    expect(await nodes()).toEqual([])
    // as it would be if nothing had been left to take it out
    await asking.hset('nodes', id, entry as Buffer)
    await writeFile(join(home, `livekit-${first.port}.pid`), known)
    await start(first.port)
    expect(await nodes()).toHaveLength(1)
    expect(await nodes()).not.toContain(id)
  })

  it('leaves a record of another machine alone that shares the folder', async () => {
    const other = await start()
    const file = join(home, `livekit-${other.port}.pid`)
    const known = JSON.parse(await readFile(file, 'utf8')) as object
    const [theirs] = await nodes()
    const port = await freePort()
    await writeFile(join(home, `livekit-${port}.pid`), JSON.stringify({ ...known, machine: 'elsewhere', pid: 1 }))
    const seen: string[][] = []
    const looking = setInterval(async () => seen.push(await nodes()), 10)
    await start(port)
    clearInterval(looking)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.every(all => all.includes(theirs ?? ''))).toBe(true)
  })

  it('ends a room whose node has died', async () => {
    const [one, other] = [await start(), await start()]
    const name = videoRoomOf(other, 7)
    await service(one).createRoom({ name })
    // what its death leaves
    await asking.hset('room_node_map', name, 'ND_gone')
    await expect(service(other).deleteRoom(name)).rejects.toThrow('could not find object')
    await closeVideoRoom(other, 7)
    expect(await service(other).listRooms()).toEqual([])
  })

  it('leaves other nodes alone, and fails quickly without Redis', async () => {
    await start()
    await forgetNode(redis.url, 'rostrum-somebody-else')
    expect(await nodes()).toHaveLength(1)
    await expect(forgetNode(`redis://127.0.0.1:${await freePort()}`, 'rostrum-mine')).rejects.toThrow()
  })
})
