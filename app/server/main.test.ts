import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { identify, isRunning, type ProcessIdentity } from '#server/process/identity.ts'
import { version } from '#server/version.ts'
import { type ConsoleOptions, type ConsoleProcess, runUntilExit, startConsoleProcess } from '#testing/consoleProcess.ts'
import { newerDatabase } from '#testing/nextMigrations.ts'

let dataDir: string | undefined
let running: ConsoleProcess | undefined

/** The console of all tests, on data that were new to its first start; anew after a test that failed. */
async function started(how: ConsoleOptions = {}): Promise<ConsoleProcess> {
  dataDir ??= await mkdtemp(join(tmpdir(), 'rostrum-console-'))
  running ??= await startConsoleProcess({ dataDir, ...how })
  return running
}
async function stop() {
  await running?.stop()
  running = undefined
}
async function clear() {
  await stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  dataDir = undefined
}
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await clear()
})
afterAll(clear)

/** The server with the PostgreSQL and the LiveKit that it started. */
function everyProcess({ dataDir, pid }: ConsoleProcess): ProcessIdentity[] {
  const postgres = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const livekit = (JSON.parse(readFileSync(join(dataDir, 'livekit.pid'), 'utf8')) as ProcessIdentity).pid
  return [pid(), postgres, livekit].flatMap(id => identify(id) ?? [])
}
async function allGone(processes: readonly ProcessIdentity[], seconds: number) {
  for (const until = Date.now() + seconds * 1000; processes.some(isRunning); await sleep(20))
    if (Date.now() > until) throw new Error(`still there: ${processes.filter(isRunning).map(({ pid }) => pid)}`)
}
describe('the server', { timeout: 120_000 }, () => {
  it('answers pages, its health and its description, and keeps the first sign-in to its owner', async () => {
    const { url, dataDir } = await started()
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
    expect(page.headers.get('x-robots-tag')).toBeNull()
    const opened = await fetch(`${url}/email/rsvp`, { headers: { accept: 'text/html' } })
    expect(opened.headers.get('x-robots-tag')).toBe('noindex')
    const health = (await (await fetch(`${url}/healthz`)).json()) as { parts: Record<string, string> }
    expect(health.parts).toMatchObject({ database: 'ok', storage: 'ok', jobs: 'ok' })
    expect(health.parts['mail']).toMatch(/^off: /)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    expect(statSync(join(dataDir, 'first-sign-in.txt')).mode & 0o777).toBe(0o600)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves no child behind on %s, and starts again on its data',
    async signal => {
      const console = await started()
      const before = everyProcess(console)
      expect(before.length).toBeGreaterThanOrEqual(2)
      await console.kill(signal)
      await console.start() // at once: what is left of the old one must not stand in the way
      await allGone(before, 3)
      expect(console.output().match(/First sign-in/g)).toHaveLength(1)
    },
  )

  it('says that its port is in use, and how to take another', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { code, said } = await runUntilExit('app/server/main.ts', { PORT: String(port) })
    taken.close()
    expect(code).toBe(1)
    expect(said.trim()).toBe(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`)
  })

  it('names the settings that are wrong, without a stack', async () => {
    const { code, said } = await runUntilExit('app/server/main.ts', { PORT: 'none', SMTP_URL: 'mail.example.com' })
    expect(code).toBe(1)
    expect(said).toMatch(/PORT must be/)
    expect(said).toMatch(/SMTP_URL must be/)
    expect(said).not.toMatch(/\bat .*\.ts:/)
  })

  it('ends with a sentence when the database is newer than it knows', async () => {
    const DATABASE_URL = await newerDatabase()
    const place = { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: await mkdtemp(join(tmpdir(), 'rostrum-newer-')) }
    const { code, said } = await runUntilExit('app/server/main.ts', { ...place, DATABASE_URL })
    await rm(place.DATA_DIR, { recursive: true, maxRetries: 5, retryDelay: 200 })
    expect(code).toBe(1)
    expect(said.trim()).toBe(
      `This database is newer than this Rostrum ${version}: it has a migration that this version does not know. Start the newer version, or restore the backup that was made before the update (docs/operating.md, Updates).`,
    )
  })

  it('refuses to share its data with another one', async () => {
    const { url, dataDir } = await started()
    const { code, said } = await runUntilExit('app/server/main.ts', { PORT: '0', DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toContain(`Another Rostrum is running on ${dataDir}`)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('ends with all its parts when npm is killed outright', async () => {
    await stop()
    const console = await started({ under: 'npm' })
    const before = everyProcess(console)
    expect(before.length).toBeGreaterThanOrEqual(2)
    await console.killParent()
    await allGone(before, 5)
  })
})
