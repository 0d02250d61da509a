import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identify, isRunning } from '#server/process/identity.ts'
import { startPostgres } from './embedded.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rostrum-embedded-'))
  await chmod(dir, 0o711)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const home = () => join(dir, 'postgres')
const postmaster = async () => {
  const found = identify(Number((await readFile(join(home(), 'data/postmaster.pid'), 'utf8')).split('\n')[0]))
  if (!found) throw new Error('PostgreSQL is not running')
  return found
}
async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url.replace('/rostrum?', '/postgres?') })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
async function retried<T>(seconds: number, act: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + seconds * 1000; ; await sleep(20)) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/** Another process that starts PostgreSQL on our folder, to be killed or asked. */
async function startElsewhere() {
  const code = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    const server = await startPostgres(${JSON.stringify(home())})
    console.log(server.owned)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [owned] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, owned: owned === 'true' }
}

describe('embedded PostgreSQL', () => {
  it('keeps its rows from one start to the next, behind a folder for its user only', async () => {
    const first = await startPostgres(home())
    await query(first.url, 'create table kept as select 42 as n')
    await first.stop()
    const second = await startPostgres(home())
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }])
    expect((await stat(home())).mode & 0o777).toBe(0o700)
    await second.stop()
  })

  it('listens on no port', async () => {
    const server = await startPostgres(home())
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await server.stop()
  })

  it('recovers by itself after kill -9, with every acknowledged row', async () => {
    const server = await startPostgres(home())
    await query(server.url, 'create table acknowledged (n int)')
    for (let n = 1; n <= 3; n++) {
      await query(server.url, `insert into acknowledged values (${n})`)
      const before = await postmaster()
      process.kill(before.pid, 'SIGKILL')
      const rows = await retried(5, async () => {
        expect((await postmaster()).pid).not.toBe(before.pid)
        return query(server.url, 'select count(*)::int as n from acknowledged')
      })
      expect(rows).toEqual([{ n }])
    }
    expect(server.status()).toBe('ok')
    await server.stop()
  })

  it('ends when the process that started it is killed, and starts again on its data', async () => {
    const { child } = await startElsewhere()
    const left = await postmaster()
    child.kill('SIGKILL')
    await once(child, 'exit')
    // At once: the old one may still be ending, which the new one has to see through.
    const server = await startPostgres(home())
    expect(server.owned).toBe(true)
    expect(isRunning(left)).toBe(false)
    await server.stop()
  })

  it('recovers after a crash of the whole machine, even if another process has the old id', async () => {
    const first = await startPostgres(home())
    await query(first.url, 'create table kept as select 1 as n')
    const pidFile = join(home(), 'data/postmaster.pid')
    const left = await readFile(pidFile, 'utf8')
    await first.stop()
    await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)))
    await writeFile(join(home(), '.s.PGSQL.5432.lock'), left.replace(/^\d+/, String(process.pid)))
    const second = await startPostgres(home())
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()
  })

  it('is shared with the running process that started it', async () => {
    const server = await startPostgres(home())
    const { child, owned } = await startElsewhere()
    expect(owned).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await sleep(500)
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()
  })

  it('starts over when the first creation was broken off', async () => {
    const server = await startPostgres(home())
    await server.stop()
    await rm(join(home(), 'data/PG_VERSION'))
    await rm(join(home(), 'data'), { recursive: true })
    await writeFile(join(home(), 'data.fresh'), 'half')
    const again = await startPostgres(home())
    expect(await query(again.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await again.stop()
  })

  it('places its socket elsewhere when the folder’s path is too long', async () => {
    const deep = join(dir, 'a-folder-with-quite-a-name/'.repeat(5), 'postgres')
    const server = await startPostgres(deep)
    expect(server.url).toContain(encodeURIComponent('/tmp/rostrum-'))
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()
    await rm(new URL(server.url).searchParams.get('host') ?? '', { recursive: true })
  })
})
