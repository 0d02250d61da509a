import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import { type Leashed, leash, SERVER_ARGS } from '#server/process/leash.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'

const root = new URL('..', import.meta.url).pathname
/** Where Node keeps compiled code, as every command of the console sets it. */
export const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

/** The real console as a separate process, with its own data folder, PostgreSQL and LiveKit. */
export interface ConsoleProcess {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** When it first answered, in milliseconds since 1970. */
  readonly startedAt: number
  /** The server's own process id. */
  pid(): number
  /** Its output and log so far. */
  output(): string
  /** The demo's people, passwords and links; only of a console that was started as a demo. */
  demo(): Promise<DemoFacts>
  /** Kills it, as a crash would, or asks it to end. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Kills the process that stands in for npm; only for a console that runs under it. */
  killParent(): Promise<void>
  /** Starts it again on the same data and port; resolves with the milliseconds to the first answered page. */
  start(): Promise<number>
  /** Stops it in order and removes its data. */
  stop(): Promise<void>
}

export interface ConsoleOptions {
  readonly mode?: 'start' | 'demo'
  /** Runs it as npm does: as the child of a process that only waits. */
  readonly under?: 'npm'
  readonly env?: Readonly<Record<string, string>>
  /** An address of this machine that other machines can reach. */
  readonly reachedAt?: string
  /** An empty folder for its data, instead of a new one. */
  readonly dataDir?: string
  /**
   * A demo on a copy of the data of one that this process has had seeded before, unless it is the first: in less than half
   * of the time.
   */
  readonly copied?: boolean
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[]
}

/** Starts a console and waits until it answers. It cannot outlive this process. */
export async function startConsoleProcess(options: ConsoleOptions = {}): Promise<ConsoleProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'rostrum-console-')))
  await chmod(dataDir, 0o711) // PostgreSQL's user has to pass through it
  const removeOwn = async () => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  if (options.copied)
    await copyDemo(dataDir, url).catch(async error => {
      await removeOwn()
      throw error
    })
  const env = {
    // The LiveKit that the set-up has built, if the machine has none.
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH'], join(root, 'data/tools')].join(delimiter),
    HOME: process.env['HOME'],
    PORT: String(port),
    DATA_DIR: dataDir,
    VIDEO_UDP_PORT: String(await freeUdpPort(0)),
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE,
    ...(options.reachedAt ? { HOST: '0.0.0.0', PUBLIC_URL: `http://${options.reachedAt}:${port}` } : {}),
    ...options.env,
  }
  let printed = ''
  let leashed: Leashed
  const start = async () => {
    const began = performance.now()
    const command = [
      process.execPath,
      ...SERVER_ARGS,
      ...(options.nodeArgs ?? []),
      'app/server/main.ts',
      options.mode ?? 'start',
    ]
    const parent = ['/bin/sh', '-c', 'npm_lifecycle_event=start "$@" & echo "pid $!"; wait', 'npm']
    const [program = '', ...args] = options.under === 'npm' ? [...parent, ...command] : command
    leashed = leash(program, args, {
      signal: 'TERM',
      graceSeconds: 15,
      cwd: root,
      env,
      onLine: line => {
        printed = `${printed}${line}\n`.slice(-2_000_000)
      },
    })
    let ended: number | null | undefined
    leashed.exited.then(code => (ended = code)).catch(() => (ended = null))
    for (const until = Date.now() + 90_000; ; await sleep(20)) {
      if (ended !== undefined) throw new Error(`the console ended with ${ended}:\n${printed.slice(-4000)}`)
      if (Date.now() > until) {
        await leashed.stop()
        throw new Error(`the console does not answer:\n${printed.slice(-4000)}`)
      }
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
      if (answer?.ok && (options.mode !== 'demo' || existsSync(join(dataDir, 'demo.json')))) break
    }
    return performance.now() - began
  }
  await start().catch(async error => {
    // a copy that does not start may be a bad one: the next is of another seed
    if (options.copied) await removeSeeded()
    throw error
  })
  return {
    url,
    port,
    dataDir,
    startedAt: Date.now(),
    pid: () => (options.under === 'npm' ? Number(/^pid (\d+)$/m.exec(printed)?.[1]) : (leashed.child.pid ?? 0)),
    output: () => printed,
    demo: async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFacts,
    kill: async (signal = 'SIGKILL') => {
      leashed.child.kill(signal)
      await leashed.exited
    },
    killParent: async () => {
      leashed.child.kill('SIGKILL')
      await leashed.exited
    },
    start,
    stop: async () => {
      await leashed.stop()
      await removeOwn()
    },
  }
}

let seeded: Promise<{ folder: string; url: string }> | undefined

/** The data of a demo that has been stopped in order. */
async function seedOnce() {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-seeded-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  try {
    const demo = await startConsoleProcess({ mode: 'demo', dataDir: folder })
    await demo.stop()
    // a copy of data that are still being written is none
    if (existsSync(join(folder, 'postgres/data/postmaster.pid'))) throw new Error('the seeded demo does not stop')
    return { folder, url: demo.url }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Removes the data that consoles are copied from. A worker of the test runner is ended without a last word. */
export async function removeSeeded(): Promise<void> {
  const from = await seeded?.catch(() => undefined)
  seeded = undefined
  if (from) await rm(from.folder, { recursive: true, force: true })
}

/**
 * Fills a folder with the data of a demo that this process has seeded once, whose links lead to `url`. Its pitch stays the
 * demo's, even if its time has come.
 */
async function copyDemo(dataDir: string, url: string) {
  seeded ??= seedOnce()
  const from = await seeded.catch(error => {
    seeded = undefined
    throw error
  })
  execFileSync('cp', ['-a', `${from.folder}/.`, dataDir])
  const file = join(dataDir, 'demo.json')
  const facts = JSON.parse((await readFile(file, 'utf8')).replaceAll(from.url, url)) as DemoFacts
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  await writeFile(file, JSON.stringify({ ...facts, pitch: { ...facts.pitch, startsAt } }))
}

/** Runs a program of ours until it ends by itself. Returns its exit code and output. */
export async function runUntilExit(program: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...SERVER_ARGS, program, 'start'], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}
