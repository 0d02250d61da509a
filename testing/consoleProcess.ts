import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import { type Leashed, leash } from '#server/process/leash.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'

const root = new URL('..', import.meta.url).pathname

/** The real console as a process of its own, with its own data folder, PostgreSQL and LiveKit. */
export interface ConsoleProcess {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** When it first answered, in milliseconds since 1970. */
  readonly startedAt: number
  /** The server's own process id. */
  pid(): number
  /** What it has printed and logged so far. */
  output(): string
  /** The demo's people, passwords and links; only of a console that was started as a demo. */
  demo(): Promise<DemoFacts>
  /** Ends it outright, as a crash would, or asks it to end. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Ends what stands for npm outright; only of a console that runs under it. */
  killParent(): Promise<void>
  /** Starts it again on the same data and port; resolves with the milliseconds to the first answered page. */
  start(): Promise<number>
  /** Ends it in order and removes its data. */
  stop(): Promise<void>
}

export interface ConsoleOptions {
  readonly mode?: 'start' | 'demo'
  /** Run it as npm does: as the child of a process that does nothing but wait. */
  readonly under?: 'npm'
  readonly env?: Readonly<Record<string, string>>
  /** An address of this machine by which others reach it. */
  readonly reachedAt?: string
  /** An empty folder for its data, instead of one of its own. */
  readonly dataDir?: string
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[]
}

/** Starts a console and waits until it answers. It cannot outlive the process that asked for it. */
export async function startConsoleProcess(options: ConsoleOptions = {}): Promise<ConsoleProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'rostrum-console-')))
  await chmod(dataDir, 0o711) // PostgreSQL's own user has to pass through
  const env = {
    // The LiveKit that the bootstrap has built, where the machine has none.
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH'], join(root, 'data/tools')].join(delimiter),
    HOME: process.env['HOME'],
    PORT: String(port),
    DATA_DIR: dataDir,
    VIDEO_UDP_PORT: String(await freeUdpPort(0)),
    LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...(options.reachedAt ? { HOST: '0.0.0.0', PUBLIC_URL: `http://${options.reachedAt}:${port}` } : {}),
    ...options.env,
  }
  let printed = ''
  let held: Leashed
  const start = async () => {
    const began = performance.now()
    const command = [process.execPath, ...(options.nodeArgs ?? []), 'app/server/main.ts', options.mode ?? 'start']
    const parent = ['/bin/sh', '-c', 'npm_lifecycle_event=start "$@" & echo "pid $!"; wait', 'npm']
    const [program = '', ...args] = options.under === 'npm' ? [...parent, ...command] : command
    held = leash(program, args, {
      signal: 'TERM',
      graceSeconds: 15,
      cwd: root,
      env,
      onLine: line => {
        printed = `${printed}${line}\n`.slice(-2_000_000)
      },
    })
    let ended: number | null | undefined
    held.exited.then(code => (ended = code)).catch(() => (ended = null))
    for (const until = Date.now() + 90_000; ; await sleep(20)) {
      if (ended !== undefined) throw new Error(`the console ended with ${ended}:\n${printed.slice(-4000)}`)
      if (Date.now() > until) throw new Error(`the console does not answer:\n${printed.slice(-4000)}`)
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
      if (answer?.ok && (options.mode !== 'demo' || existsSync(join(dataDir, 'demo.json')))) break
    }
    return performance.now() - began
  }
  await start()
  return {
    url,
    port,
    dataDir,
    startedAt: Date.now(),
    pid: () => (options.under === 'npm' ? Number(/^pid (\d+)$/m.exec(printed)?.[1]) : (held.child.pid ?? 0)),
    output: () => printed,
    demo: async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFacts,
    kill: async (signal = 'SIGKILL') => {
      held.child.kill(signal)
      await held.exited
    },
    killParent: async () => {
      held.child.kill('SIGKILL')
      await held.exited
    },
    start,
    stop: async () => {
      await held.stop()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
