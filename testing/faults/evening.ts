import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { calls } from '#app/contract/calls.ts'
import { type RunningCluster, startCluster } from '#app/server/cluster/startCluster.ts'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import type { Client } from '#contract/call.ts'
import { createClient } from '#contract/client.ts'
import { ATTEMPTS } from '#features/room/room/patience.ts'
import { freeUdpPort } from '#server/process/ports.ts'
import { NODE_COMPILE_CACHE } from '../consoleProcess.ts'
import { openFrontApart, openRelayApart } from './apart.ts'
import { type Counts, type Load, putUnderLoad } from './livePitch.ts'
import { type Attendee, poster, seat, signIn, type Watcher, type WatchOptions, watch } from './people.ts'
import type { Relay } from './relay.ts'

const root = new URL('../..', import.meta.url).pathname
type Api = Client<typeof calls>

/** A live pitch on two servers, behind two networks, with a chatting crowd and people in every part. */
export interface Evening {
  readonly cluster: RunningCluster
  readonly facts: DemoFacts
  readonly dataDir: string
  /** Half of the crowd uses each; only the second one is ever cut, and both are degraded. */
  readonly networks: readonly [Relay, Relay]
  readonly attendees: readonly Attendee[]
  readonly crowd: readonly Watcher[]
  readonly load: Load
  /** The people whose state the room must remember. */
  readonly marked: { muted: Attendee; removed: Attendee; granted: Attendee; hands: readonly Attendee[] }
  /** Extra environment variables for each server's next start. */
  readonly environment: Record<string, string>[]
  as(token: string): Api
  readonly coHost: string
  /** Turns to the next page, repeating until it is acknowledged; returns the page. */
  turn(): Promise<number>
  /** The last acknowledged page. */
  page(): number
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  readonly counts: Counts
  stop(): Promise<void>
}

/** Connects as features/room/room/web/roomSocket.ts does. */
export const asBrowser: WatchOptions = {
  again: [ATTEMPTS.reconnectionDelay, ATTEMPTS.reconnectionDelayMax],
  patient: true,
}

export interface EveningOptions {
  readonly people: number
  readonly chatters: number
}

/** Repeats an action until it succeeds, as a browser does when it gets no answer. */
export async function insist<T>(act: () => Promise<T>, milliseconds = 60_000): Promise<T> {
  for (const end = Date.now() + milliseconds; ; await sleep(100)) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

export async function openEvening({ people, chatters }: EveningOptions): Promise<Evening> {
  const started = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-evening-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const environment: Record<string, string>[] = [{}, {}]
  const networks = [await openRelayApart(), await openRelayApart()] as const
  for (const network of networks) started.defer(network.stop)
  const { url } = networks[0]
  const cluster = await startCluster({
    ...{ dataDir, port: 0, host: '127.0.0.1', servers: 2, mode: 'demo' },
    env: {
      // The LiveKit that the set-up has built, if the machine has none.
      PATH: `${process.env['PATH']}:${join(root, 'data/tools')}`,
      ...{ HOME: process.env['HOME'], LOG_LEVEL: 'warn' },
      NODE_COMPILE_CACHE,
      PUBLIC_URL: url,
      VIDEO_UDP_PORT: String(await freeUdpPort(0)),
    },
    envOf: server => environment[server - 1] ?? {},
    front: openFrontApart,
    say: (part, line) => process.env['FAULTS_LOG'] && console.log(part, line),
  })
  started.defer(cluster.stop)
  for (const network of networks) await network.leadTo(cluster.front.port)

  const facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFacts
  const { pitch, people: staff, password } = facts
  const post = poster(url)
  const attendees = await seat(cluster.databaseUrl, pitch.id, staff.presenter.organisationId, people)
  const presenter = await signIn(url, staff.presenter.username, password)
  const coHost = await signIn(url, staff.coHost.username, password)
  const as = (token: string): Api =>
    createClient(calls, async ({ path, form }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: form, signal: AbortSignal.timeout(5000) })
      return answer.json()
    })
  await as(presenter).startPitch({ uuid: pitch.uuid })

  const crowd = attendees.map(({ token }, i) => watch(networks[i % 2 ? 1 : 0].address, pitch.uuid, token, asBrowser))
  started.defer(() => {
    for (const { socket } of crowd) socket.disconnect()
  })
  const [groupUuid = ''] = await Promise.all(crowd.map(watcher => watcher.welcomed))

  const marked = { ...pick(attendees.slice(-5)) }
  const host = as(presenter)
  const pitch_uuid = pitch.uuid
  await host.updatePitchMuteChat({ pitch_uuid, user_id: marked.muted.accountId, is_mute_chat: true })
  for (const { token } of marked.hands) await as(token).setHand({ pitch_uuid, raised: true })
  // attendance is recorded a moment after the welcome
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50))
    if ((await host.getRoomPeople({ pitch_uuid, page: 1, limit: 1 })).here >= attendees.length) break
  await host.grantStage({ pitch_uuid, user_id: marked.granted.accountId, microphone: true, camera: false })
  await host.removeAttendee({ pitch_uuid, user_id: marked.removed.accountId })

  let page = 1
  const counts: Counts = {
    messages: new Set(),
    commitments: new Set(),
    pageAcknowledged: 1,
    pagesAskedSince: new Set(),
  }
  const load = putUnderLoad({
    ...{ post, uuid: pitch.uuid, groupUuid, presenterToken: presenter, counts, chatters },
    attendees: attendees.slice(0, -5),
    pauses: { chat: 1000, commit: 500 },
  })
  started.defer(load.stop)
  return {
    ...{ cluster, facts, dataDir, networks, attendees, load, marked, environment, as, coHost, counts },
    crowd: crowd.slice(0, -1), // the last one has been removed
    turn: async () => {
      page = (page % 10) + 1
      await insist(() => as(coHost).sgUpdatePitchPages({ pitch_uuid, page, action: 'right', index: 0 }))
      return page
    },
    page: () => page,
    query: async <T>(text: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: cluster.databaseUrl })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text, values)).rows as T[]
      } finally {
        await client.end()
      }
    },
    stop: () => started.disposeAsync(),
  }
}

/** The last five: one of them on either network raises a hand. */
function pick([muted, first, granted, other, removed]: readonly Attendee[]): Evening['marked'] {
  if (!muted || !first || !granted || !other || !removed) throw new Error('there are too few people')
  return { muted, removed, granted, hands: [other, first] }
}
