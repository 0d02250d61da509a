import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/cannotStart.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { leash, SERVER_ARGS } from '#server/process/leash.ts'
import { freePort } from '#server/process/ports.ts'
import { type Front, type FrontOptions, openFront } from './front.ts'
import { type KeptUp, keepUp } from './keepUp.ts'
import { type RunningRedis, startRedis } from './redis.ts'

const root = new URL('../../..', import.meta.url).pathname
/** Milliseconds until a server that died is started again: its start takes a core, on which its people find `another` one. */
const PAUSE = { another: 5000, none: 200 }

export interface ClusterOptions {
  readonly dataDir: string
  readonly port: number
  readonly host: string
  /** How many servers, each with a LiveKit node of its own. */
  readonly servers: number
  /** The demo is made by the first of them. */
  readonly mode: 'start' | 'demo'
  /** What else the servers find in their environment; an own DATABASE_URL or REDIS_URL is used instead of ours. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What one server finds besides, asked for whenever it is started. */
  readonly envOf?: (server: number) => Readonly<Record<string, string>>
  /** Hears what the parts print; `part` is `server 1`, `redis` or `front`. */
  readonly say: (part: string, line: string) => void
  /** Opens the address in front; in this process unless told otherwise. */
  readonly front?: (options: FrontOptions) => Promise<Front>
}

/** Several servers of one console on this machine, behind one address. */
export interface RunningCluster {
  readonly url: string
  readonly databaseUrl: string
  readonly servers: readonly (KeptUp & { readonly url: string })[]
  /** Undefined when REDIS_URL names another one. */
  readonly redis: RunningRedis | undefined
  readonly front: Front
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL and Redis, the servers one after the other (the first one makes the tables and the keys), and the
 * address in front. The servers share one folder for files, uploads and keys. All of it ends with this process.
 */
export async function startCluster(options: ClusterOptions): Promise<RunningCluster> {
  const started = new AsyncDisposableStack()
  try {
    return await startParts(options, started)
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startParts(options: ClusterOptions, started: AsyncDisposableStack): Promise<RunningCluster> {
  const { dataDir, host, env, say } = options
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700) // PostgreSQL's own user has to pass through
  const databaseUrl = env['DATABASE_URL'] || (await startDatabase(join(dataDir, 'postgres'), options, started))
  const redis = env['REDIS_URL'] ? undefined : await startRedis(join(dataDir, 'redis'), line => say('redis', line))
  if (redis) started.defer(redis.stop)
  // a public address in front of ours does not depend on our port
  const port = options.port || (env['PUBLIC_URL'] ? 0 : await freePort())
  const url = env['PUBLIC_URL'] || `http://localhost:${port}`
  const shared = {
    ...env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: env['REDIS_URL'] || redis?.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    TRUST_PROXY: ['127.0.0.1', ...(env['TRUST_PROXY'] ?? '').split(',').filter(Boolean)].join(','),
  }
  const servers: (KeptUp & { url: string })[] = []
  for (let number = 1; number <= options.servers; number++) {
    const own = {
      PORT: String(await freePort()),
      VIDEO_UDP_PORT: String(Number(env['VIDEO_UDP_PORT'] || 7882) + number - 1),
    }
    const pause = () => (servers.some(other => other.isUp()) ? PAUSE.another : PAUSE.none)
    const server = await startServer(number, { ...shared, ...own }, options, pause)
    started.defer(server.stop)
    servers.push({ ...server, url: `http://127.0.0.1:${own.PORT}` })
  }
  const front = await (options.front ?? openFront)({
    port,
    host,
    servers: servers.map(server => Number(new URL(server.url).port)),
    behindProxy: Boolean(env['TRUST_PROXY']),
    say: line => say('front', line),
  })
  started.defer(front.stop)
  return { url, databaseUrl, servers, redis, front, stop: () => started.disposeAsync() }
}

async function startDatabase(dir: string, { dataDir, say }: ClusterOptions, started: AsyncDisposableStack) {
  const own = await startPostgres(dir, {
    onLine: line => void (/FATAL|PANIC|ended/.test(line) && say('postgres', line)),
  })
  if (!own.owned)
    throw new CannotStart(`Another Rostrum is running on ${dataDir}. Stop it, or choose another DATA_DIR.`)
  started.defer(own.stop)
  return own.url
}

function startServer(
  number: number,
  env: Record<string, string | undefined>,
  { mode, dataDir, say, envOf = () => ({}) }: ClusterOptions,
  pause: () => number,
) {
  // made once: one that is started again has people waiting for it
  let makesDemo = mode === 'demo' && number === 1
  const start = async () => {
    let last = ''
    const args = [...SERVER_ARGS, 'app/server/main.ts', makesDemo ? 'demo' : 'start']
    const server = leash(process.execPath, args, {
      signal: 'TERM',
      graceSeconds: 12,
      cwd: root,
      env: { ...env, ...envOf(number) },
      onLine: line => {
        if (line.trim()) last = line
        say(`server ${number}`, line)
      },
    })
    let ended = false
    const end = () => {
      ended = true
    }
    server.exited.then(end, end)
    for (const until = Date.now() + 90_000; ; await sleep(50)) {
      const answer = await fetch(`http://127.0.0.1:${env['PORT']}/healthz`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined)
      if (answer?.ok && (!makesDemo || existsSync(join(dataDir, 'demo.json')))) {
        makesDemo = false
        return server
      }
      if (!ended && Date.now() < until) continue
      await server.stop()
      throw new CannotStart(`server ${number} does not start: ${last}`)
    }
  }
  return keepUp(`server ${number}`, start, line => say(`server ${number}`, line), pause)
}
