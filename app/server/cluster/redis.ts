import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { leash } from '#server/process/leash.ts'
import { freePort } from '#server/process/ports.ts'
import { type KeptUp, keepUp } from './keepUp.ts'

export interface RunningRedis extends KeptUp {
  readonly url: string
}

/**
 * Runs a Redis for this machine alone, behind a password that lies beside its data. It writes down what it is told, so
 * that LiveKit's nodes find their rooms after it was killed.
 */
export async function startRedis(dir: string, say: (line: string) => void): Promise<RunningRedis> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const password = keptPassword(join(dir, 'password'))
  const port = await freePort()
  const config = join(dir, 'redis.conf')
  const lines = [
    ...['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, `dir "${dir}"`],
    ...['appendonly yes', 'appendfsync everysec', 'save ""', 'logfile ""', 'loglevel warning'],
  ]
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 })
  const url = `redis://:${password}@127.0.0.1:${port}`
  const start = async () => {
    let last = ''
    const server = leash('redis-server', [config], {
      signal: 'TERM',
      graceSeconds: 3,
      cwd: dir,
      onLine: line => {
        last = line
      },
    })
    let ended = false
    const end = () => {
      ended = true
    }
    server.exited.then(end, end)
    for (const until = Date.now() + 10_000; !(await answers(url)); await sleep(20)) {
      if (!ended && Date.now() < until) continue
      await server.stop()
      throw new Error(`Redis does not start: ${last || 'is redis-server installed?'}`)
    }
    return server
  }
  return { url, ...(await keepUp('Redis', start, say)) }
}

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}

function keptPassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const password = randomBytes(24).toString('hex')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}
