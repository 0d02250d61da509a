import { createHmac, randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, endProcess, identify, isRunning, type ProcessIdentity } from '#server/process/identity.ts'
import { type Leashed, leash } from '#server/process/leash.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'
import { isLoopback, type LiveKitSettings, type Settings } from '#server/settings.ts'

/** The LiveKit server that carries video and sound. */
export interface Media {
  /** ws(s) address for browsers. */
  readonly url: string
  /** http(s) address for our own calls to LiveKit. */
  readonly httpUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  status(): 'ok' | `off: ${string}`
}

export interface RunningMedia extends Media {
  stop(): Promise<void>
}

/** Where browsers find LiveKit's signalling at our own address; server/media/signalling.ts passes it on. */
export const signallingPath = '/livekit'
/** Where our own LiveKit reports what happens in its rooms. */
export const webhookPath = '/webhook/livekit'

export interface MediaOptions {
  /** Hears what LiveKit prints. */
  readonly log: (line: string) => void
  /** Given, LiveKit is built where there is none, and this hears how that goes. */
  readonly build?: ((line: string) => void) | undefined
}

/**
 * Uses the LiveKit that the settings name, else runs one of our own, and starts it again whenever it dies. Nobody waits
 * for one that has to be built first. Without any the console works all the same: the status says why video is off.
 */
export async function startMedia(settings: Settings, { log, build }: MediaOptions): Promise<RunningMedia> {
  if (settings.livekit) return watchExternal(settings.livekit)
  const binary = findLiveKit(settings.dataDir)
  if (binary) return runOwn(binary, settings, log)
  if (build) return runOwn(buildLiveKit(settings.dataDir, build), settings, log)
  const status = `off: ${notInstalled}` as const
  return { url: '', httpUrl: '', apiKey: '', apiSecret: '', status: () => status, stop: async () => {} }
}

const building = 'LiveKit is being built, once, which takes some minutes'
const notInstalled = 'LiveKit is not installed; put livekit-server on PATH, or install Go and start again'

/** The build that the bootstrap leaves to us; it says how it goes. */
function buildLiveKit(dataDir: string, tell: (line: string) => void): Leashed {
  const script = new URL('../../scripts/livekit.mjs', import.meta.url).pathname
  return leash(process.execPath, [script, dataDir], { signal: 'TERM', graceSeconds: 1, onLine: tell })
}

/** The livekit-server on PATH, else the one that the bootstrap built. */
export function findLiveKit(dataDir: string, path = process.env['PATH'] ?? ''): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), join(dataDir, 'tools')]
  return folders.map(folder => join(folder, 'livekit-server')).find(isExecutable)
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function watchExternal({ url, apiKey, apiSecret }: LiveKitSettings): RunningMedia {
  const httpUrl = url.replace(/^ws/, 'http')
  let status: ReturnType<Media['status']> = 'ok'
  const look = async () => {
    status = (await answers(httpUrl)) ? 'ok' : `off: the LiveKit server at ${new URL(url).host} does not answer`
  }
  void look()
  const timer = setInterval(look, 10_000).unref()
  return { url, httpUrl, apiKey, apiSecret, status: () => status, stop: async () => clearInterval(timer) }
}

const answers = (httpUrl: string) =>
  fetch(httpUrl, { signal: AbortSignal.timeout(3000) }).then(
    answer => answer.ok,
    () => false,
  )

async function runOwn(found: string | Leashed, settings: Settings, say: MediaOptions['log']): Promise<RunningMedia> {
  const keys = sharedKeys(settings) ?? keptKeys(join(settings.dataDir, 'livekit-keys.json'))
  const port = await freePort()
  const httpUrl = `http://127.0.0.1:${port}`
  let why: string | undefined = typeof found === 'string' ? 'LiveKit is being started' : building
  let stopping = false
  let server: Leashed | undefined

  const startOnce = async (binary: string) => {
    await endStale(pidFile(settings))
    const config = await configuration(settings, keys, port)
    let last = ''
    const started = leash(binary, [], {
      signal: 'TERM',
      graceSeconds: 0.3, // it would wait for everybody to leave
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LIVEKIT_CONFIG: JSON.stringify(config) },
      onLine: line => {
        last = line
        say(line)
      },
    })
    server = started
    const identity = identify(started.child.pid ?? 0)
    if (identity) writeFileSync(pidFile(settings), JSON.stringify(identity))
    const gone = started.exited.then(
      code => `LiveKit ended (${code ?? 'killed'})`,
      error => `LiveKit could not be started (${error})`,
    )
    const up = await Promise.race([gone, untilAnswering(httpUrl)])
    if (up === true) why = undefined
    // What it printed last says more than its exit code when it never came up.
    return { ended: gone.then(reason => (up === true || !last ? reason : `${reason}: ${last.slice(0, 300)}`)) }
  }
  const keepUp = async (binary: string, first: Awaited<ReturnType<typeof startOnce>>) => {
    let current = first
    for (let wait = 100; !stopping; ) {
      const began = Date.now()
      why = `${await current.ended}; it is being started again`
      if (stopping) return
      say(why)
      wait = Date.now() - began > 10_000 ? 100 : Math.min(wait * 2, 30_000)
      await sleep(wait, undefined, { ref: false })
      if (!stopping) current = await startOnce(binary)
    }
  }
  if (typeof found === 'string') void keepUp(found, await startOnce(found))
  else {
    server = found
    void found.exited.then(async () => {
      const binary = findLiveKit(settings.dataDir)
      if (stopping) return
      if (binary) await keepUp(binary, await startOnce(binary))
      else why = notInstalled
    })
  }
  return {
    url: settings.publicUrl.replace(/^http/, 'ws') + signallingPath,
    httpUrl,
    ...keys,
    status: () => (why === undefined ? 'ok' : `off: ${why}`),
    stop: async () => {
      stopping = true
      await server?.stop()
      rmSync(pidFile(settings), { force: true })
    },
  }
}

async function untilAnswering(httpUrl: string): Promise<boolean> {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) if (await answers(httpUrl)) return true
  return false
}

/** LiveKit takes its whole configuration from the environment, so no secret lands in `ps`. */
export async function configuration(settings: Settings, keys: { apiKey: string; apiSecret: string }, port: number) {
  const here = isForThisMachine(settings)
  const nodeIp = settings.videoNodeIp ?? (here ? '127.0.0.1' : ownAddress(settings.host))
  const udpPort = here ? await freeUdpPort(settings.videoUdpPort) : settings.videoUdpPort
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::'
  const host = everywhere || isLoopback(settings.host) ? '127.0.0.1' : settings.host
  return {
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      udp_port: udpPort,
      // For networks that let no UDP through; on the loopback there are none.
      tcp_port: here ? 0 : udpPort,
      node_ip: nodeIp,
      use_external_ip: false,
      ...(settings.turn ? { turn_servers: [settings.turn] } : {}),
      ...(here ? { enable_loopback_candidate: true } : {}),
      // With a second network card LiveKit would answer from the other one, where nobody hears it.
      ...(isOwn(nodeIp) ? { ips: { includes: [`${nodeIp}/${isIPv6(nodeIp) ? 128 : 32}`] } } : {}),
    },
    ...(settings.redisUrl ? { redis: nodesMeetAt(new URL(settings.redisUrl)) } : {}),
    keys: { [keys.apiKey]: keys.apiSecret },
    logging: { level: 'warn', json: true },
    // Rooms are made by us alone, so an old token opens nothing by itself.
    room: { auto_create: false, empty_timeout: 300, departure_timeout: 60 },
    webhook: { api_key: keys.apiKey, urls: [`http://${host}:${settings.port}${webhookPath}`] },
  }
}

/** Whether only browsers of this machine come: behind a proxy others do, although we listen on the loopback. */
const isForThisMachine = ({ host, publicUrl, videoNodeIp }: Settings) =>
  videoNodeIp ? isLoopback(videoNodeIp) : isLoopback(host) && isLoopback(new URL(publicUrl).hostname)

/** Whether browsers may come by TCP too: to our own LiveKit unless it serves this machine alone; to others, for all we know. */
export const offersTcp = (settings: Settings): boolean => settings.livekit !== undefined || !isForThisMachine(settings)

/** Whether an address is one of this machine's network cards, as opposed to that of a router in front of it. */
const isOwn = (address: string) =>
  Object.values(networkInterfaces()).some(card => card?.some(own => own.address === address))

/** The address of this machine that other machines are most likely to reach. */
function ownAddress(host: string) {
  if (host !== '0.0.0.0' && host !== '::') return host
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return all.find(address => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1'
}

/** Where LiveKit's nodes find each other: whoever comes in at one reaches a room on another. */
const nodesMeetAt = ({ protocol, hostname, port, username, password, pathname }: URL) => ({
  address: `${hostname}:${port || 6379}`,
  ...(username ? { username: decodeURIComponent(username) } : {}),
  ...(password ? { password: decodeURIComponent(password) } : {}),
  db: Number(pathname.slice(1)) || 0,
  use_tls: protocol === 'rediss:',
})

/** Nodes of one cluster have to believe each other's tokens, also where their consoles share no folder. */
function sharedKeys({ redisUrl, secretKey }: Settings): { apiKey: string; apiSecret: string } | undefined {
  if (!redisUrl || !secretKey) return undefined
  const derive = (what: string) => createHmac('sha256', secretKey).update(`livekit ${what}`).digest('base64url')
  return { apiKey: `rostrum${derive('key').slice(0, 12)}`, apiSecret: derive('secret') }
}

/** Made once, so that tokens stay good over a restart. */
function keptKeys(file: string): { apiKey: string; apiSecret: string } {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as { apiKey: string; apiSecret: string }
  const keys = { apiKey: `rostrum${randomBytes(6).toString('hex')}`, apiSecret: randomBytes(32).toString('base64url') }
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

/** Servers that share a Redis may share a folder as well, and each has a LiveKit of its own. */
const pidFile = ({ dataDir, redisUrl, port }: Settings) =>
  join(dataDir, redisUrl ? `livekit-${port}.pid` : 'livekit.pid')

/** A LiveKit whose console crashed may need a moment to end and would hold the UDP port. */
async function endStale(file: string) {
  let stale: ProcessIdentity
  try {
    stale = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return
  }
  if (isRunning(stale) && commandLine(stale.pid).includes('livekit')) await endProcess(stale, 'SIGTERM', 2)
}
