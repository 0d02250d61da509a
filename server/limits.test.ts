import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '#server/process/ports.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { failuresAllowed, network } from './limits.ts'

describe('network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ])('of %s is %s', (ip, expected) => {
    expect(network(ip)).toBe(expected)
  })
})

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

describe.skipIf(!hasRedis)('with Redis', () => {
  let redis: ChildProcess
  let stacks: [Stack, Stack]
  beforeAll(async () => {
    const port = await freePort()
    redis = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' })
    await vi.waitFor(async () => expect(await answers(port)).toBe(true), { timeout: 30_000 })
    const setting = { REDIS_URL: `redis://127.0.0.1:${port}` }
    const first = await startStack(setting)
    // one database behind both: guesses count by the account
    stacks = [first, await startStack(setting, { db: first.frame.db, pool: first.frame.pool })]
    await givePassword(first.db, first.people.presenter.id)
  })
  afterAll(async () => {
    for (const stack of stacks) await stack.stop()
    redis.kill()
  })

  const signIn = async (at: 0 | 1, password: string, ip: string) => {
    const fields = { grant_type: 'password', username: 'presenter', password }
    return (await rawCall(stacks[at].app, 'signIn', fields, { ip })).status
  }

  it('counts the guesses at all consoles together', async () => {
    expect(await signIn(0, goodPassword, '203.0.113.1')).toBe(200)
    await vi.waitFor(async () => expect(await signIn(1, goodPassword, '203.0.113.1')).toBe(200), { timeout: 15_000 })
    for (let n = 0; n < failuresAllowed.ofNameAndAddress; n++)
      expect(await signIn(n % 2 === 0 ? 0 : 1, `guess ${n}`, '203.0.113.2')).toBe(401)
    expect([await signIn(0, goodPassword, '203.0.113.2'), await signIn(1, goodPassword, '203.0.113.2')]).toEqual([
      429, 429,
    ])
  })

  it('counts at each console alone while Redis is unavailable, and lets people in', async () => {
    redis.kill('SIGKILL')
    await vi.waitFor(async () => expect(await signIn(0, goodPassword, '203.0.113.3')).toBe(200), { timeout: 15_000 })
    for (let n = 0; n < failuresAllowed.ofNameAndAddress; n++)
      expect(await signIn(0, `guess ${n}`, '203.0.113.4')).toBe(401)
    expect(await signIn(0, goodPassword, '203.0.113.4')).toBe(429)
    expect(await signIn(1, goodPassword, '203.0.113.4')).toBe(200)
  })
})
