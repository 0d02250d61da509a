import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { calls } from '#app/contract/calls.ts'
import { type RunningCluster, startCluster } from '#app/server/cluster/startCluster.ts'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import { createClient } from '#contract/client.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { freeUdpPort } from '#server/process/ports.ts'
import { enterWithCamera } from '../camera.ts'
import { NODE_COMPILE_CACHE } from '../consoleProcess.ts'
import { insist } from './evening.ts'
import { signIn } from './people.ts'

/** What became of a recording whose server was killed. Times are seconds on the recording's clock. */
export interface RecordingResult {
  /** The process that had the recorder is gone, and so is the recorder. */
  readonly killed: boolean
  /** Another process claimed it. */
  readonly taken: boolean
  readonly killedAt: number
  /** The end of what was recorded before, and the beginning of what was after; undefined if it never went on. */
  readonly until: number
  readonly since: number | undefined
  /** All of the time between is told as missing, besides a moment. */
  readonly told: boolean
  /** Recordings of the pitch, and lines of its camera. */
  readonly recordings: number
  readonly lines: number
  /** Seconds from the end of the pitch until all of it was stored; undefined if it never was. */
  readonly ready: number | undefined
}

/** Seconds before the kill that were not stored yet at most: a segment, and what waits for its end. */
const MOST_LOST = 12
/** Seconds of a hole, or of what is not recorded, that need not be told. */
const MOMENT = 5

export const isWhole = ({ killed, taken, told, recordings, lines, ready, ...times }: RecordingResult): boolean =>
  killed && taken && told && recordings === 1 && lines === 1 && ready !== undefined && keptAll(times)

const keptAll = ({ killedAt, until }: Pick<RecordingResult, 'killedAt' | 'until'>) => killedAt - until <= MOST_LOST

interface Options {
  /** The control: a claim does not age, so that nobody takes the recording of a silent server over. */
  readonly ageless?: boolean
}

/** Kills the one of two servers that records a live pitch, without notice. */
export async function killRecordingServer({ ageless = false }: Options = {}): Promise<RecordingResult> {
  const started = new AsyncDisposableStack()
  try {
    const evening = await openRecorded(started)
    const { cluster, query, enter, endPitch } = evening
    if (ageless) await query(AGELESS)
    const lastEnd = async () => (await segments(query)).at(-1)?.to ?? 0
    if (!(await happens(async () => (await lastEnd()) > 8, 90_000))) throw new Error('nothing was recorded')
    const [before] = await query<Owner>(OWNER)
    const owner = cluster.servers.find(server => recordersOf(server.pid()).length > 0)
    if (!owner || !before?.server_id) throw new Error('no server records')
    const [pid, [recorder = 0]] = [owner.pid(), recordersOf(owner.pid())]
    const [{ now: killedAt } = { now: 0 }] = await query<{ now: number }>(NOW)
    process.kill(pid, 'SIGKILL')
    const killed = await happens(() => owner.pid() !== pid && !isAlive(recorder), 60_000)
    // its LiveKit died with it: the browser of the presenter comes again
    await enter()
    const after = async () => (await segments(query)).find(({ from }) => from > killedAt)
    const went = await happens(async () => (await after()) !== undefined, ageless ? 40_000 : 90_000)
    const [now] = await query<Owner>(OWNER)
    const all = await segments(query)
    const until = all.findLast(({ from }) => from <= killedAt)?.to ?? 0
    const since = went ? (await after())?.from : undefined
    const ended = performance.now()
    await endPitch()
    const isReady = await happens(async () => (await query<Owner>(OWNER))[0]?.ready === true, ageless ? 20_000 : 60_000)
    const gaps = await query<{ from: number; to: number }>(GAPS)
    const told = since !== undefined && gaps.some(({ from, to }) => from <= until + MOMENT && to >= since - MOMENT)
    const [counted] = await query<{ recordings: number; lines: number }>(COUNTED)
    return {
      ...{ killed, killedAt, until, since, told },
      taken: Boolean(now?.server_id) && now?.server_id !== before.server_id,
      ...{ recordings: counted?.recordings ?? 0, lines: counted?.lines ?? 0 },
      ready: isReady ? (performance.now() - ended) / 1000 : undefined,
    }
  } finally {
    await started.disposeAsync()
  }
}

/** A live pitch on two servers, that is recorded from its start; its presenter is on camera. */
async function openRecorded(started: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-recorded-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const cluster: RunningCluster = await startCluster({
    ...{ dataDir, port: 0, host: '127.0.0.1', servers: 2, mode: 'demo' },
    env: {
      PATH: `${process.env['PATH']}:${new URL('../../data/tools', import.meta.url).pathname}`,
      ...{ HOME: process.env['HOME'], LOG_LEVEL: 'warn', VIDEO_UDP_PORT: String(await freeUdpPort(0)) },
      NODE_COMPILE_CACHE,
    },
    say: (part, line) => process.env['FAULTS_LOG'] && console.log(part, line),
  })
  started.defer(cluster.stop)
  const database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 })
  database.on('error', () => {})
  started.defer(() => database.end())
  const query = async <T>(text: string) => (await database.query(text)).rows as T[]
  const { pitch, people, password } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFacts
  await query(`update pitch set recording = 'start' where uuid = '${pitch.uuid}'`)
  const token = await signIn(cluster.url, people.presenter.username, password)
  const presenter = createClient(calls, async ({ path, form }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    const signal = AbortSignal.timeout(5000)
    return (await fetch(cluster.url + path, { method: 'POST', headers, body: form, signal })).json()
  })
  const pitch_uuid = pitch.uuid
  await insist(() => presenter.answerRecording({ pitch_uuid, agrees: true, words: CONSENT_WORDS }))
  await insist(() => presenter.startPitch({ uuid: pitch_uuid }))
  const enter = async () => {
    const one = await insist(async () => {
      const { url, token: key } = await presenter.getAgoraToken({ pitch_uuid })
      return enterWithCamera(url, key)
    }, 90_000)
    started.defer(one.leave)
  }
  await enter()
  return { cluster, query, enter, endPitch: () => insist(() => presenter.endPitch({ uuid: pitch_uuid })) }
}

interface Owner {
  readonly server_id: string | null
  readonly ready: boolean
}
const OWNER = 'select server_id, ready_at is not null as ready from recording where not is_attached'
const NOW = 'select extract(epoch from now() - started_at)::float8 as now from recording where not is_attached'
const GAPS = 'select starts_at as from, ends_at as to from recording_gap order by 1'
const COUNTED = `select (select count(*)::int from recording where not is_attached) as recordings,
  (select count(*)::int from recording_line where source = 'camera') as lines`
const AGELESS = `create function ageless() returns trigger language plpgsql as
    'begin new.seen_at := now() + interval ''1 hour''; return new; end';
  create trigger ageless before update on recording for each row when (new.server_id is not null)
    execute function ageless()`

/** What is stored of the camera, in its order. */
const segments = (query: <T>(text: string) => Promise<T[]>) =>
  query<{ from: number; to: number }>(
    `select s.starts_at as from, s.starts_at + s.seconds as to from recording_segment s
     join recording_line l on l.id = s.line_id where l.source = 'camera' order by 1`,
  )

/** The recording processes under a process. */
export function recordersOf(pid: number): number[] {
  const children = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === pid)
  return children.flatMap(child =>
    commandOf(child).includes('recorderProcess') ? [Number(child)] : recordersOf(Number(child)),
  )
}
const readProc = (path: string) => {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    return '' // it has ended
  }
}
const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(readProc(`${pid}/stat`))?.[1] ?? 0)
const commandOf = (pid: string) => readProc(`${pid}/cmdline`)
const isAlive = (pid: number) => commandOf(String(pid)) !== ''

async function happens(isSo: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(200)) if (await isSo()) return true
  return false
}

if (import.meta.main) {
  const [result, control] = [await killRecordingServer(), await killRecordingServer({ ageless: true })]
  console.log(JSON.stringify(result))
  console.log(`control: ${JSON.stringify(control)}`)
  process.exit(isWhole(result) && !isWhole(control) ? 0 : 1)
}
