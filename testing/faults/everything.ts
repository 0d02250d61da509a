import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoomState } from '#features/room/room/parts.ts'
import { auditIs } from './audit.ts'
import { asBrowser, type Evening, openEvening } from './evening.ts'
import { watch } from './people.ts'

/** The result of one fault. */
export interface FaultRow {
  readonly fault: string
  /** Whether the fault really occurred. */
  readonly struck: boolean
  /** Milliseconds from the return until everybody showed the right page; undefined if that never happened. */
  readonly returned: number | undefined
  /** The same for the simulated people only. */
  readonly crowd: number | undefined
  /** Acknowledged messages that are not stored, or were stored or shown twice. */
  readonly lost: number
  readonly twice: number
  /** Events that a client missed, or got in another order. */
  readonly disorder: number
  /** State that the room has lost: roles, mutes, hands, people on stage, removed people. */
  readonly forgotten: readonly string[]
  /** Milliseconds from the return until everybody saw the presenter move continuously; Infinity if that never happened. */
  readonly video: number | undefined
}

/** Real browsers in the room: a presenter on a separate laptop, and attendees. */
export interface Browsers {
  /** The presenter's laptop falls asleep, and wakes up. */
  sleep(): void
  wake(): void
  /** The pages that they show now; 0 for a browser that shows none. */
  pages(): Promise<number[]>
  /** How often each shows a message twice. */
  twice(): Promise<number>
  /** Which of these texts at least one browser does not show. */
  missing(texts: readonly string[]): Promise<number>
  /**
   * The largest difference between the room's clocks, in seconds: the last one runs on a machine whose own clock is
   * wrong.
   */
  clocks(): Promise<number>
  /** Whether the presenter still leads: has the controls that turn the page and end the pitch. */
  leads(): Promise<boolean>
  /** Whether the presenter's video moves for all attendees. */
  hasVideo(): Promise<boolean>
  stop(): Promise<void>
}

export interface EverythingOptions {
  readonly people: number
  readonly chatters: number
  /** Opens real browsers in the room; without it there are none. */
  readonly openBrowsers?: (evening: Evening) => Promise<Browsers>
  readonly cutSeconds: number
  readonly sleepSeconds: number
  /** Which faults, by their first word; all of them by default. */
  readonly only?: readonly string[]
  readonly say?: (line: string) => void
}

/** A fault that has been injected: people have to be right again from `since` on, a time of `performance.now`. */
interface Struck {
  readonly since: number
  /** Waits until the faulty part is back, and says whether the fault really occurred. */
  happened(): boolean | Promise<boolean>
}
type Fault = (evening: Evening, browsers: Browsers | undefined, options: EverythingOptions) => Promise<Struck>

const PATIENCE = 60_000
/** Two seconds of delay in either direction, and three of ten connections are reset in every five seconds. */
const ROUGH = { latency: 2000, resets: 0.3, period: 5000, seed: 20_261 }

/** Injects every fault into a live pitch, one after the other, while people keep chatting. */
export async function doEverything(options: EverythingOptions): Promise<FaultRow[]> {
  const { only, say = () => {} } = options
  const evening = await openEvening(options)
  let browsers: Browsers | undefined
  try {
    browsers = await options.openBrowsers?.(evening)
    const rows: FaultRow[] = []
    for (const [name, fault] of Object.entries(faults)) {
      if (only && !only.includes(name.split(' ')[0] ?? '')) continue
      if (name.startsWith('clock') && !fakeTime()) {
        say('faketime is not on this machine: no clock is set wrong')
        continue
      }
      if (name.startsWith('laptop') && !browsers) continue
      await untilTalking(evening)
      await evening.turn()
      using picture = browsers && watchVideo(browsers)
      const { since, happened } = await fault(evening, browsers, options)
      const right = await untilRight(evening, browsers, since)
      const struck = await happened()
      const row: FaultRow = {
        fault: name,
        struck,
        ...right,
        ...(await examine(evening, browsers, !name.startsWith('clock'))),
        video: await picture?.backAfter(since),
      }
      rows.push(row)
      say(lineOf(row))
    }
    return rows
  } finally {
    await browsers?.stop()
    await evening.stop()
  }
}

const faults: Readonly<Record<string, Fault>> = {
  'server killed': async (evening, browsers) => {
    const [first] = evening.cluster.servers
    const before = first?.pid() ?? 0
    const since = performance.now()
    process.kill(before, 'SIGKILL')
    await evening.turn()
    const happened = async () => {
      const again = (await happens(() => first?.pid() !== before)) && (await answers(first?.url))
      // its LiveKit died with it
      return (await videoIsBack(browsers)) && again
    }
    return { since, happened }
  },
  'livekit killed': async (evening, browsers) => {
    const before = livekits(evening)
    const since = performance.now()
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await evening.turn()
    const happened = async () => {
      const again = await happens(() => livekits(evening).every(pid => !before.includes(pid)))
      await happens(() => hasToken(evening))
      await videoIsBack(browsers)
      return again && before.length === 2
    }
    return { since, happened }
  },
  'redis killed': async evening => {
    const before = evening.cluster.redis?.pid() ?? 0
    const since = performance.now()
    process.kill(before, 'SIGKILL')
    await evening.turn()
    return { since, happened: () => happens(() => evening.cluster.redis?.pid() !== before) }
  },
  'redis stands still': async evening => {
    const pid = evening.cluster.redis?.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 5000)
    await sleep(1000)
    const since = performance.now()
    await evening.turn()
    return { since, happened: () => sleep(4000, pid > 0) }
  },
  'postgres restarted': async evening => {
    const pid = postmaster(evening)
    process.kill(pid, 'SIGINT')
    const another = await happens(() => ![0, pid].includes(postmaster(evening)))
    const since = performance.now()
    await evening.turn()
    return { since, happened: () => another }
  },
  'network cut': async (evening, browsers, { cutSeconds }) => {
    const [, network] = evening.networks
    await network.cut()
    const before = evening.load.acknowledged()
    for (let n = 0; n < 3; n++) {
      await sleep((cutSeconds * 1000) / 3)
      await evening.turn()
    }
    const since = performance.now()
    await network.heal()
    const written = () => evening.load.acknowledged() > before
    return { since, happened: async () => written() && (await videoIsBack(browsers)) }
  },
  'network rough': async (evening, browsers, { cutSeconds }) => {
    const { networks, facts, attendees, load } = evening
    // These clients do not resume what they missed: their gaps prove that the others were resumed.
    const forgetful = [1, 2, 3, 4].map(() =>
      watch(networks[1].url, facts.pitch.uuid, attendees[0]?.token ?? '', { ...asBrowser, forgets: true }),
    )
    await Promise.all(forgetful.map(one => one.welcomed))
    const lack = () => forgetful.some(one => one.wrong() > 0)
    const before = load.acknowledged()
    const began = performance.now()
    await Promise.all(networks.map((network, i) => network.roughen({ ...ROUGH, seed: ROUGH.seed + i })))
    let turned = 0
    for (const least = Math.max(20, cutSeconds) * 1000; ; turned++) {
      const passed = performance.now() - began
      if (passed > Math.max(PATIENCE, 2 * least) || (passed > least && turned > 1 && lack())) break
      await evening.turn()
      await sleep(1000)
    }
    const written = load.acknowledged() - before
    const lacked = lack()
    for (const one of forgetful) one.leave()
    const since = performance.now()
    const resets = await Promise.all(networks.map(network => network.calm()))
    const wasRough = lacked && turned > 1 && written > 0 && resets.every(times => times > 2)
    return { since, happened: async () => wasRough && (await videoIsBack(browsers)) }
  },
  'laptop of the presenter asleep': async (evening, browsers, { sleepSeconds }) => {
    browsers?.sleep()
    await sleep((sleepSeconds * 1000) / 2)
    await evening.turn()
    await sleep((sleepSeconds * 1000) / 2)
    const since = performance.now()
    browsers?.wake()
    return { since, happened: async () => browsers !== undefined && (await videoIsBack(browsers)) }
  },
  'clock five minutes ahead': (evening, browsers) => restartWith(evening, browsers, 300),
  'clock five minutes behind': (evening, browsers) => restartWith(evening, browsers, -300),
  'clock two hours ahead': (evening, browsers) => restartWith(evening, browsers, 7200),
  'clock two hours behind': (evening, browsers) => restartWith(evening, browsers, -7200),
}

/** Restarts the second server on a machine whose clock is wrong: its LiveKit and its conversions run there too. */
async function restartWith(
  { environment, cluster, turn }: Evening,
  browsers: Browsers | undefined,
  seconds: number,
): Promise<Struck> {
  const off = seconds > 0 ? `+${seconds}` : `${seconds}`
  environment[1] = { LD_PRELOAD: fakeTime() ?? '', FAKETIME: off, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  const [, second] = cluster.servers
  const before = second?.pid() ?? 0
  process.kill(before, 'SIGKILL')
  await turn()
  const isUp = (await happens(() => second?.pid() !== before)) && (await answers(second?.url))
  // it sends the right time to everybody, and reports the error of its own clock
  const health = await fetch(`${second?.url}/healthz`)
  const serverTime = Date.parse(health.headers.get('date') ?? '')
  const { parts } = (await health.json()) as { parts: { clock: string } }
  const [, said, side] = /clock is (\d+) s (ahead|behind)/.exec(parts.clock) ?? []
  const wrong = Number(said) * (side === 'ahead' ? 1 : -1)
  // long enough for either server to consider the other dead, if it trusted its own clock
  await sleep(7000)
  const since = performance.now()
  await turn()
  const isOff = Math.abs(wrong - seconds) < 5 && Math.abs(serverTime - Date.now()) < 60_000
  // its LiveKit died with it
  return { since, happened: async () => isUp && isOff && (await videoIsBack(browsers)) }
}

/** Whether the attendee who was let on stage gets a token for it. */
const hasToken = ({ as, marked, facts }: Evening): Promise<boolean> =>
  as(marked.granted.token)
    .getAgoraToken({ pitch_uuid: facts.pitch.uuid })
    .then(
      token => token.can_publish,
      () => false,
    )

/** Checks repeatedly whether everybody sees the presenter move. */
function watchVideo(browsers: Browsers) {
  let backSince = performance.now()
  let on = true
  let stopping = false
  const looking = (async () => {
    while (!stopping) {
      const began = performance.now()
      const isOn = await browsers.hasVideo()
      if (isOn && !on) backSince = began
      on = isOn
    }
  })()
  return {
    [Symbol.dispose]: () => {
      stopping = true
    },
    backAfter: async (since: number): Promise<number> => {
      stopping = true
      await looking
      return on ? Math.max(0, Math.round(backSince - since)) : Number.POSITIVE_INFINITY
    },
  }
}

const videoIsBack = async (browsers: Browsers | undefined): Promise<boolean> =>
  browsers === undefined || (await happens(() => browsers.hasVideo()))

const fakeTime = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

async function happens(isSo: () => boolean | undefined | Promise<boolean>, patience = PATIENCE): Promise<boolean> {
  for (const end = Date.now() + patience; !(await isSo()); await sleep(50)) if (Date.now() > end) return false
  return true
}
const answers = (url = '') =>
  happens(() =>
    fetch(`${url}/healthz`).then(
      answer => answer.ok,
      () => false,
    ),
  )

function livekits({ dataDir }: Evening): number[] {
  return globSync(join(dataDir, 'livekit-*.pid')).flatMap(file => {
    const text = readFileSync(file, 'utf8')
    return text.endsWith('}') ? [(JSON.parse(text) as { pid: number }).pid] : []
  })
}

function postmaster({ cluster }: Evening): number {
  const home = new URL(cluster.databaseUrl).searchParams.get('host') ?? ''
  const file = join(home, 'data/postmaster.pid')
  if (!existsSync(file)) return 0
  const [pid, , , , , , , status = ''] = readFileSync(file, 'utf8').split('\n')
  return status.trim() === 'ready' ? Number(pid) : 0
}

/** People who send nothing prove nothing. */
async function untilTalking({ load }: Evening): Promise<void> {
  const before = load.acknowledged()
  if (!(await happens(() => load.acknowledged() >= before + 10))) throw new Error('no write succeeded for a minute')
}

/** Milliseconds since a moment until the crowd, and until the browsers, show the last page turned to. */
async function untilRight(
  evening: Evening,
  browsers: Browsers | undefined,
  since: number,
): Promise<Pick<FaultRow, 'returned' | 'crowd'>> {
  const page = evening.page()
  const after = async (isSo: () => boolean | Promise<boolean>) =>
    (await happens(isSo)) ? Math.round(performance.now() - since) : undefined
  const [crowd, others] = await Promise.all([
    after(() => evening.crowd.every(one => one.socket.connected && one.room()?.page === page)),
    after(async () => (await (browsers?.pages() ?? [])).every(shown => shown === page)),
  ])
  return { crowd, returned: crowd === undefined || others === undefined ? undefined : Math.max(crowd, others) }
}

type Examined = Pick<FaultRow, 'lost' | 'twice' | 'disorder' | 'forgotten'>

async function examine(evening: Evening, browsers: Browsers | undefined, withStage: boolean): Promise<Examined> {
  const { counts, crowd, query } = evening
  await sleep(1000) // the latest acknowledged changes are still on their way
  const acknowledged = [...counts.messages]
  const committed = [...counts.commitments]
  const stored = await query<{ id: string; n: number }>(
    `select local_message_id::text as id, count(*)::int as n from chat_message group by 1
     union all select account_id::text, count(*)::int from commitment group by 1`,
  )
  const times = new Map(stored.map(({ id, n }) => [id, n]))
  const [head] = await query<{ seq: string }>('select max(seq) as seq from room_event')
  await Promise.all(crowd.map(one => one.until(Number(head?.seq ?? 0))))
  const sum = (of: (one: (typeof crowd)[number]) => number) => crowd.reduce((all, one) => all + of(one), 0)
  return {
    lost:
      [...acknowledged, ...committed].filter(id => !times.has(id)).length +
      ((await browsers?.missing(acknowledged.slice(-20, -5))) ?? 0),
    twice: [...times.values()].filter(n => n > 1).length + sum(one => one.twice()) + ((await browsers?.twice()) ?? 0),
    disorder: sum(one => one.wrong()),
    forgotten: await whatIsForgotten(evening, browsers, withStage),
  }
}

/** Connects as a new client at each server, and tries what the marked people may not, or may. */
async function whatIsForgotten(
  evening: Evening,
  browsers: Browsers | undefined,
  withStage: boolean,
): Promise<string[]> {
  const { facts, marked, cluster, as } = evening
  const forgotten: string[] = []
  const note = (what: string, isSo: boolean) => void (isSo || forgotten.push(what))
  const pitch = facts.pitch.uuid
  for (const { url } of cluster.servers) {
    const newcomer = watch(url, pitch, evening.coHost)
    const group_uuid = await newcomer.welcomed
    const room = newcomer.room()
    newcomer.socket.disconnect()
    note('status', room?.status === 2 && !room.paused)
    note('host', room?.host === facts.people.presenter.id)
    note('role', newcomer.me()?.part === 'coHost')
    note('mute', room?.mute.muted.join() === marked.muted.accountId)
    note(
      'hands',
      isSame(
        room,
        'hands',
        marked.hands.map(one => one.accountId),
      ),
    )
    note('stage', isSame(room, 'granted', [marked.granted.accountId]))
    note('removed', room?.removed.join() === marked.removed.accountId)
    const local_msg_id = crypto.randomUUID()
    const muted = as(marked.muted.token).sendMessage({ group_uuid, content: 'not heard', local_msg_id })
    note('mute holds', (await codeOf(muted)) === 'ChatMuted')
    const removed = watch(url, pitch, marked.removed.token)
    note('removal holds', await removed.welcomed.then(() => false).catch(() => true))
    removed.socket.disconnect()
    const attendee = watch(url, pitch, evening.attendees[1]?.token ?? '')
    note('session', await attendee.welcomed.then(() => true).catch(() => false))
    attendee.leave()
  }
  // LiveKit takes the time from the kernel, which cannot be changed for one process: beside a server whose clock is
  // ahead, it rejects that server's tokens as not yet valid.
  if (withStage) note('stage holds', await happens(() => hasToken(evening), 10_000))
  const audit = await auditIs(cluster.databaseUrl, evening.dataDir, evening.counts.commitments.size)
  note(`audit: ${audit}`, audit === 'ok')
  if (browsers) note('presenter leads', await browsers.leads())
  if (browsers) note('time', (await browsers.clocks()) <= 2)
  return [...new Set(forgotten)]
}

const isSame = (room: RoomState | undefined, what: 'hands' | 'granted', ids: readonly string[]) =>
  room?.stage[what].map(one => (typeof one === 'string' ? one : one.account)).join() === ids.join()

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

export const isRight = ({ struck, returned, lost, twice, disorder, forgotten, video }: FaultRow): boolean =>
  struck &&
  returned !== undefined &&
  lost + twice + disorder + forgotten.length === 0 &&
  video !== Number.POSITIVE_INFINITY

/** One row of the printed table. */
export function lineOf(row: FaultRow): string {
  const { fault, struck, returned, crowd, lost, twice, disorder, forgotten, video } = row
  return [
    fault.padEnd(32),
    struck ? '' : 'did not happen;',
    `page right after ${returned === undefined ? 'never' : `${returned} ms`} (crowd ${crowd ?? 'never'})`.padEnd(42),
    `lost ${lost}, twice ${twice}, out of order ${disorder}`.padEnd(36),
    forgotten.length === 0 ? 'all remembered' : `forgotten: ${forgotten.join(', ')}`,
    video === undefined ? '' : Number.isFinite(video) ? `video after ${video} ms` : 'NO VIDEO',
  ].join(' ')
}
