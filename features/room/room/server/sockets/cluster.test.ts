import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { appendEvent } from '#features/room/room/server/append.ts'
import { freePort } from '#server/process/ports.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { countListeners } from './cluster.ts'

/** How a whole text of a WebSocket begins. */
const TEXT_FRAME = 0x81

const hasRedis = (() => {
  try {
    execFileSync('redis-server', ['--version'])
    return true
  } catch {
    return false
  }
})()
if (!hasRedis) console.warn('redis-server is not on this machine, so two servers over Redis are not tested here')

/** Milliseconds within which a person who is sent away is gone; an overloaded machine may take longer. */
const AT_ONCE = process.env['CI'] || (loadavg()[0] ?? 0) > availableParallelism() ? 5000 : 1000

describe.skipIf(!hasRedis)('two servers over Redis', () => {
  let stack: RoomStack
  let second: Awaited<ReturnType<RoomStack['startSecond']>>
  let redis: ChildProcess
  let port: number

  const startRedis = async () => {
    redis = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    redis.stdout?.on('data', data => {
      said += data
    })
    await until(() => said.includes('Ready to accept'))
  }
  const stopRedis = async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
  }
  /** Waits until both servers are connected to Redis, each to tell and to hear. */
  const untilHeard = async () => {
    const asking = new Redis(port, { maxRetriesPerRequest: null })
    await until(async () => {
      const [channel] = (await asking.pubsub('CHANNELS', 'rostrum:rooms:*')) as string[]
      const [, listeners] = (await asking.pubsub('NUMSUB', channel ?? '')) as [string, number]
      const clients = String(await asking.client('LIST'))
        .trim()
        .split('\n').length
      return listeners === 2 && clients >= 5
    })
    asking.disconnect()
  }
  beforeAll(async () => {
    port = await freePort()
    await startRedis()
    stack = await startRooms({ REDIS_URL: `redis://127.0.0.1:${port}` })
    second = await stack.startSecond()
    await untilHeard()
  })
  afterEach(() => stack.empty())
  afterAll(async () => {
    await second?.stop()
    await stack?.stop()
    await stopRedis()
  })

  const announce = async (server: RoomStack['sockets'], pitchId: number, pages: number) => {
    const event = await stack.db.transaction(db =>
      appendEvent({ db, frame: stack.frame }, pitchId, 'deckChanged', { pages }, undefined),
    )
    server.publish(pitchId, [event])
  }

  it('bring every event to everybody, in order, whichever server it came from', async () => {
    const made = await seedPitch(stack)
    const seen = [stack.connect('presenter', made.uuid), stack.connect('admin', made.uuid, { at: second.url })].map(
      follow,
    )
    await until(() => seen.every(one => one.first))
    const servers = [stack.sockets, second.sockets]
    await Promise.all(Array.from({ length: 40 }, (_, i) => announce(servers[i % 2] ?? stack.sockets, made.id, i)))
    await until(() => seen.every(one => one.seq === 40))
    for (const one of seen)
      expect(one.events.map(event => event.seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('hear of an event before the crowd of the server that it happened at is told', async () => {
    const made = await seedPitch(stack)
    const here = follow(stack.connect('presenter', made.uuid))
    await until(() => here.first)
    const write = vi.spyOn(Socket.prototype, 'write')
    try {
      await announce(stack.sockets, made.id, 1)
      const written = write.mock.calls.map(([data]) => Buffer.from(data))
      const toRedis = written.findIndex(data => data.includes('rostrum:rooms:'))
      const toPeople = written.findIndex(data => data[0] === TEXT_FRAME && data.includes('deckChanged'))
      expect(toRedis).toBeGreaterThanOrEqual(0)
      expect(toPeople).toBeGreaterThan(toRedis)
    } finally {
      write.mockRestore()
    }
  })

  it('count a person once, tell who comes and goes at the other, and bring signals to managers only', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const here = follow(stack.connect('presenter', made.uuid))
    await until(() => here.first)
    const there = follow(stack.connect('investor', made.uuid, { at: second.url }))
    const also = follow(stack.connect('investor', made.uuid))
    await until(() => there.first && also.first)
    await until(() => here.signals.some(({ payload }) => (payload as { here: number }).here === 2))
    await until(async () => (await second.sockets.countHere(made.id)) === 2)
    stack.sockets.signal(made.id, 'managers', 'commitmentMade', {})
    second.sockets.signal(made.id, 'everybody', 'deckProgress', {})
    await until(() => there.signals.some(signal => signal.type === 'deckProgress'))
    await until(() => here.signals.some(signal => signal.type === 'deckProgress'))
    expect(here.signals.map(signal => signal.type)).toContain('commitmentMade')
    expect(there.signals.map(signal => signal.type)).not.toContain('commitmentMade')
    await until(async () => (await stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid })).here === 2)
  })

  it('send a removed person away at once, wherever they are', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const client = stack.connect({ token }, made.uuid, { at: second.url })
    const seen = follow(client)
    await until(() => seen.first)
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    const began = Date.now()
    await closed(client)
    expect(Date.now() - began).toBeLessThan(AT_ONCE)
    expect(seen.closing).toBe('RemovedFromRoom')
  })

  it('go on without Redis through the database, and need nothing when it is back', async () => {
    const made = await seedPitch(stack)
    const seen = [stack.connect('presenter', made.uuid), stack.connect('admin', made.uuid, { at: second.url })].map(
      follow,
    )
    await until(() => seen.every(one => one.first))
    await stopRedis()
    await announce(stack.sockets, made.id, 1)
    await until(() => seen[0]?.seq === 1, AT_ONCE / 2) // one's own people notice nothing
    await announce(second.sockets, made.id, 2)
    await until(() => seen.every(one => one.seq === 2))
    await startRedis()
    await untilHeard()
    await announce(stack.sockets, made.id, 3)
    await until(() => seen.every(one => one.seq === 3))
    for (const one of seen) expect(one.events.map(event => event.seq)).toEqual([1, 2, 3])
  }, 30_000)

  it('send people away and bring signals within a second while Redis is dead, and while it stands still', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const { token: other } = await seedAttendee(stack, made, stack.people.secondInvestor)
    const [first, second_] = [token, other].map(of =>
      follow(stack.connect({ token: of }, made.uuid, { at: second.url })),
    )
    await until(() => first?.first && second_?.first)
    const long = 'a sentence, 一句话. '.repeat(400)
    await stopRedis()
    let began = Date.now()
    stack.sockets.signal(made.id, [stack.people.investor.id], 'noted', { long })
    await until(() => first?.signals.some(signal => (signal.payload as { long?: string }).long === long))
    stack.sockets.disconnect({ accountId: stack.people.investor.id, pitchId: made.id })
    await until(() => first?.closing)
    expect(Date.now() - began).toBeLessThan(AT_ONCE)
    await startRedis()
    await untilHeard()
    redis.kill('SIGSTOP')
    began = Date.now()
    stack.sockets.disconnect({ accountId: stack.people.secondInvestor.id })
    await until(() => second_?.closing)
    expect(Date.now() - began).toBeLessThan(AT_ONCE)
    redis.kill('SIGCONT')
  }, 30_000)

  it('say once what Redis was slow to take, also when it wakes', async () => {
    const made = await seedPitch(stack)
    const seen = [stack.connect('presenter', made.uuid), stack.connect('admin', made.uuid, { at: second.url })].map(
      follow,
    )
    await until(() => seen.every(one => one.first))
    const noted = () => seen.map(one => one.signals.filter(({ type }) => type === 'noted').length)
    redis.kill('SIGSTOP')
    try {
      stack.sockets.signal(made.id, 'managers', 'noted', {})
      await sleep(1000)
      await until(() => noted().every(times => times === 1))
    } finally {
      redis.kill('SIGCONT')
    }
    await sleep(1000)
    expect(noted()).toEqual([1, 1])
  }, 30_000)

  it('send no one away by an old message: the person may have been readmitted', async () => {
    const made = await seedPitch(stack)
    const asking = new Redis(port)
    const hearing = new Redis(port)
    try {
      const [channel = ''] = (await asking.pubsub('CHANNELS', 'rostrum:rooms:*')) as string[]
      await hearing.subscribe(channel)
      const told = once(hearing, 'message')
      stack.sockets.disconnect({ accountId: stack.people.presenter.id, pitchId: made.id })
      const said = JSON.parse((await told)[1]) as { at: number }
      const seen = follow(stack.connect('presenter', made.uuid, { at: second.url }))
      await until(() => seen.first)
      const sayAgain = (at: number) => asking.publish(channel, JSON.stringify({ ...said, id: `at ${at}`, at }))
      await sayAgain(said.at - 60_000)
      await sleep(300)
      expect(seen.closing).toBeUndefined()
      await sayAgain(said.at)
      await until(() => seen.closing)
    } finally {
      asking.disconnect()
      hearing.disconnect()
    }
  })
})

describe('how many listen', () => {
  it('is fewer than before until that has been seen for a while, however long nothing was said', () => {
    const someAreMissing = countListeners()
    expect(someAreMissing(3, 0)).toBe(false)
    // one is just connecting again, after an hour of silence
    expect(someAreMissing(2, 3_600_000)).toBe(true)
    expect(someAreMissing(3, 3_601_000)).toBe(false)
    expect(someAreMissing(2, 3_650_000)).toBe(true)
    expect(someAreMissing(2, 3_669_000)).toBe(true)
    expect(someAreMissing(2, 3_671_000)).toBe(false)
    // as many as there were most of lately
    expect(someAreMissing(3, 4_000_000)).toBe(false)
    expect(someAreMissing(2, 4_001_000)).toBe(true)
    expect(someAreMissing(1, 4_022_000)).toBe(true)
  })
})
