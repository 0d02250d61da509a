import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  commandLine,
  endProcess,
  identify,
  isRunning,
  machineName,
  type ProcessIdentity,
} from '#server/process/identity.ts'
import { type Leashed, leash } from '#server/process/leash.ts'
import { freePort } from '#server/process/ports.ts'
import type { Settings } from '#server/settings.ts'
import { configuration, keptKeys, sharedKeys, signallingPath } from './configuration.ts'
import type { RunningMedia } from './livekit.ts'
import { forgetNode, newNodeMark } from './nodes.ts'

const building = 'LiveKit is being built, once, which takes some minutes'
export const notInstalled = 'LiveKit is not installed; put livekit-server on PATH, or install Go and start again'

/** Milliseconds that a request for video waits for a restarting LiveKit. */
const PATIENCE = 2000
/** Milliseconds after which the console starts without waiting for LiveKit's answer any longer. */
const START = 10_000
/** Milliseconds until a LiveKit that ended soon after its start is restarted; doubled each time. */
const PAUSE = { first: 200, most: 30_000 }
/** Milliseconds after which the end of a run does not count as a failed start. */
const LIVED = 10_000

/** Runs the build that the set-up left to the console; it reports its progress. */
export function buildLiveKit(dataDir: string, tell: (line: string) => void): Leashed {
  const script = new URL('../../scripts/livekit.mjs', import.meta.url).pathname
  return leash(process.execPath, [script, dataDir], { signal: 'TERM', graceSeconds: 1, onLine: tell })
}

/** The livekit-server on PATH, or else the one that the set-up built. */
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

/** Runs a LiveKit, or the one that a build makes, for as long as this process runs. */
export async function runOwn(
  found: string | Leashed,
  settings: Settings,
  say: (line: string) => void,
): Promise<RunningMedia> {
  const own = new OwnLiveKit(settings, await freePort(), say)
  if (typeof found === 'string') await own.start(found)
  else void own.startWhenBuilt(found)
  return own
}

class OwnLiveKit implements RunningMedia {
  readonly url: string
  readonly httpUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly #settings: Settings
  readonly #port: number
  readonly #say: (line: string) => void
  /** Why it is off; undefined while it is on. */
  #why: string | undefined = building
  /** Resolves when it is on again, or will not come back. */
  #return: PromiseWithResolvers<void> | undefined
  #server: Leashed | undefined
  /** Resolves with the reason when the current run has ended and has been removed from its cluster. */
  #ended = Promise.resolve('')
  /** How many milliseconds the last run lasted. */
  #lived = 0
  #pause: number = PAUSE.first
  #stopping = false

  constructor(settings: Settings, port: number, say: (line: string) => void) {
    this.#settings = settings
    const { apiKey, apiSecret } = sharedKeys(settings) ?? keptKeys(join(settings.dataDir, 'livekit-keys.json'))
    this.apiKey = apiKey
    this.apiSecret = apiSecret
    this.#port = port
    this.#say = say
    this.url = settings.publicUrl.replace(/^http/, 'ws') + signallingPath
    this.httpUrl = `http://127.0.0.1:${port}`
  }

  readonly status = (): 'ok' | `off: ${string}` => (this.#why === undefined ? 'ok' : `off: ${this.#why}`)

  readonly ready = async (): Promise<boolean> => {
    if (this.#return) await Promise.race([this.#return.promise, sleep(PATIENCE, undefined, { ref: false })])
    return this.#why === undefined
  }

  readonly stop = async (): Promise<void> => {
    this.#stopping = true
    await this.#server?.stop()
    await this.#ended
    rmSync(this.#pidFile, { force: true })
  }

  async start(binary: string): Promise<void> {
    this.#why = 'LiveKit is being started'
    await this.#clearAway()
    await this.#run(binary)
    void this.#keepUp(binary)
  }

  async startWhenBuilt(build: Leashed): Promise<void> {
    this.#server = build
    await build.exited.catch(() => {})
    const binary = findLiveKit(this.#settings.dataDir)
    if (this.#stopping) return
    if (binary) await this.start(binary)
    else this.#why = notInstalled
  }

  async #keepUp(binary: string): Promise<void> {
    for (let why = await this.#ended; !this.#stopping; why = await this.#ended) {
      this.#say(`${why}; it is being started again`)
      if (this.#lived < LIVED) {
        await sleep(this.#pause, undefined, { ref: false })
        this.#pause = Math.min(this.#pause * 2, PAUSE.most)
      }
      if (this.#stopping) return
      this.#lived = 0
      // a full disk or a taken port: it is tried again at growing intervals
      await this.#run(binary).catch(error => {
        this.#why = `LiveKit could not be started (${error})`
        this.#ended = Promise.resolve(this.#why)
      })
    }
  }

  async #run(binary: string): Promise<void> {
    const mark = newNodeMark()
    const config = { ...(await configuration(this.#settings, this, this.#port)), region: mark }
    if (this.#stopping) return
    let last = ''
    const server = leash(binary, [], {
      signal: 'TERM',
      // it waits for everyone to leave; a second signal makes it leave its cluster and end
      insists: true,
      graceSeconds: 0.5,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LIVEKIT_CONFIG: JSON.stringify(config) },
      onLine: line => {
        last = line
        this.#say(line)
      },
    })
    this.#server = server
    const began = Date.now()
    let isGone = false
    let wasUp = false
    const gone = server.exited
      .then(
        code => `LiveKit ended (${code ?? 'killed'})`,
        error => `LiveKit could not be started (${error})`,
      )
      .finally(() => {
        isGone = true
      })
    this.#ended = gone.then(async reason => {
      this.#lived = Date.now() - began
      if (this.#lived >= LIVED) this.#pause = PAUSE.first
      // If it never started, its last output says more than its exit code.
      const why = wasUp || !last ? reason : `${reason}: ${last.slice(0, 300)}`
      this.#why = `${why}; it is being started again`
      if (wasUp && this.#pause < PATIENCE) this.#return = Promise.withResolvers()
      await this.#leaveCluster(mark)
      return why
    })
    this.#writeDown(server.child.pid, mark)
    const up = untilAnswering(this.httpUrl, () => isGone).then(() => {
      wasUp = !isGone
      if (wasUp) this.#why = undefined
      this.#return?.resolve()
      this.#return = undefined
    })
    await Promise.race([up, sleep(START, undefined, { ref: false })])
  }

  /** Records the running process, for clearing it away after a crash. */
  #writeDown(pid = 0, mark: string): void {
    const identity = identify(pid)
    try {
      if (identity) writeFileSync(this.#pidFile, JSON.stringify({ ...identity, mark, machine } satisfies Known))
    } catch (error) {
      this.#say(`it is not written down that LiveKit runs: ${error}`)
    }
  }

  /** A LiveKit whose console crashed may need a moment to end, and would hold the UDP port. */
  async #clearAway(): Promise<void> {
    const known = readKnown(this.#pidFile)
    // servers on several machines may share a folder and a port
    if (!known || (known.machine ?? machine) !== machine) return
    if (isRunning(known) && commandLine(known.pid).includes('livekit')) await endProcess(known, 'SIGTERM', 2)
    if (known.mark) await this.#leaveCluster(known.mark)
  }

  async #leaveCluster(mark: string): Promise<void> {
    const { redisUrl } = this.#settings
    if (redisUrl)
      await forgetNode(redisUrl, mark).catch(error => this.#say(`LiveKit's node is still in Redis: ${error}`))
  }

  /** Servers that share a Redis may also share a folder, and each has its own LiveKit. */
  get #pidFile(): string {
    const { dataDir, redisUrl, port } = this.#settings
    return join(dataDir, redisUrl ? `livekit-${port}.pid` : 'livekit.pid')
  }
}

/** A process of ours, the mark of its node, and its machine. */
interface Known extends ProcessIdentity {
  readonly mark?: string
  readonly machine?: string
}

const machine = machineName()

function readKnown(file: string): Known | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Known
  } catch {
    return
  }
}

/** Whether a LiveKit answers at that address. */
export const answers = (httpUrl: string): Promise<boolean> =>
  fetch(httpUrl, { signal: AbortSignal.timeout(3000) }).then(
    answer => answer.ok,
    () => false,
  )

/** Resolves when LiveKit answers at that address, or has ended. */
async function untilAnswering(httpUrl: string, isGone: () => boolean): Promise<void> {
  for (const eager = Date.now() + START; !isGone() && !(await answers(httpUrl)); )
    await sleep(Date.now() < eager ? 20 : 500, undefined, { ref: false })
}
