import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { formatMoney } from '#contract/money.ts'
import { storedSeats, wrongSeats } from '#testing/seats.ts'
import { shown } from '#testing/statement.ts'
import { type ConsoleProcess, startConsoleProcess } from '../consoleProcess.ts'
import { type Answer, type Attendee, poster, seat, signIn } from './people.ts'

const PEOPLE = 24
const SEATS = 8
const AMOUNT = 25_000

/** The result of killing parts of the console under investors who race for the seats of a series. */
export interface SeatsResult {
  readonly fault: string
  readonly cycles: number
  /** Cycles in which a process was really killed while people were committing and withdrawing. */
  readonly valid: number
  /** Commitments and withdrawals that were acknowledged. */
  readonly committed: number
  readonly withdrawn: number
  /** Acknowledged and not stored, or stored and taken back. */
  readonly lost: number
  /** What the views said otherwise than the database or each other, by the cycle after which they did. */
  readonly disagreements: readonly string[]
}

interface Scene {
  readonly console: ConsoleProcess
  readonly pool: pg.Pool
  readonly people: readonly Attendee[]
  readonly uuid: string
  readonly series: string
  ask(token: string, call: string, fields: Record<string, string>, key?: string): Promise<Answer | undefined>
  readonly admin: string
  readonly presenter: string
  /** By account: the id of the commitment that was acknowledged, and not taken back. */
  readonly held: Map<string, string>
  /** `missing`: acknowledged commitments that were not found when they were withdrawn. */
  readonly counts: { committed: number; withdrawn: number; missing: number }
}

/** A live pitch of a series with fewer seats than investors. */
async function open(): Promise<Scene> {
  const console = await startConsoleProcess({ mode: 'demo', copied: true })
  const { pitch, people: staff, password } = await console.demo()
  const databaseUrl = `postgres://rostrum@localhost/rostrum?host=${encodeURIComponent(join(console.dataDir, 'postgres'))}`
  const people = await seat(databaseUrl, pitch.id, staff.presenter.organisationId, PEOPLE)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => {})
  const post = poster(console.url)
  const ask: Scene['ask'] = (token, call, fields, key) => post(token, `/webapi/rest/app/token/${call}`, fields, key)
  const [admin, presenter] = [
    await signIn(console.url, staff.admin.username, password),
    await signIn(console.url, staff.presenter.username, password),
  ]
  const make = async (call: string, fields: Record<string, string>) => {
    const made = await ask(admin, call, fields)
    if (made?.code !== 1) throw new Error(`${call}: ${JSON.stringify(made)}`)
    return String(made.data?.['id'])
  }
  const company_id = await make('createCompany', { company_name: 'Harbour' })
  const ein = { ein: '12-3456789', ein_again: '12-3456789' }
  const place = { country: 'US', state: 'DE', registered_agent: 'Agents' }
  const spv_id = await make('createSpv', { spv_legal_name: 'Harbour LLC', ...ein, ...place })
  const own = { spv_series_name: 'Series A', status: 'open', maximum_of_investors: String(SEATS) }
  const series = await make('createSpvSeries', { spv_id, company_id, ...own })
  await pool.query('update pitch set series_id = $1 where id = $2', [series, pitch.id])
  const started = await ask(presenter, 'startPitch', { uuid: pitch.uuid })
  if (started?.code !== 1) throw new Error(`the pitch did not start: ${JSON.stringify(started)}`)
  const counts = { committed: 0, withdrawn: 0, missing: 0 }
  return { console, pool, people, uuid: pitch.uuid, series, ask, admin, presenter, held: new Map(), counts }
}

/** What ends an act: an answer that says what is. Anything else is made again under the same key, as browsers do. */
const passing = new Set(['Unavailable', 'Internal', 'TooManyRequests', 'StorageFull'])

/** People who commit, wait for a seat, take the one that they are offered, and a manager who takes commitments back. */
function putUnderLoad({ ask, uuid, people, presenter, held, counts }: Scene) {
  let going = true
  const insist = async (token: string, call: string, fields: Record<string, string>) => {
    const key = randomUUID()
    // an act that has begun is brought to its end: only then is it known what has to be stored
    for (;;) {
      const answer = await ask(token, call, { uuid, ...fields }, key)
      if (answer && !passing.has(answer.error ?? '')) return answer
      await sleep(50)
    }
  }
  const signed = { ...shown, statement_version: String(shown.statement_version), initials: 'PP' }
  const invest = async ({ token, accountId }: Attendee, i: number) => {
    for (await sleep(i * 20); going; await sleep(500)) {
      if (held.has(accountId)) continue
      const answer = await insist(token, 'commitInPitch', { money_amount: `$${AMOUNT}`, ...signed })
      if (answer.code === 1) {
        held.set(accountId, String(answer.data?.['id']))
        counts.committed++
      } else if (answer.error === 'SeriesFull') await insist(token, 'joinSeatWaitingList', {})
      else if (answer.error !== 'AlreadyCommitted') throw new Error(JSON.stringify(answer))
    }
  }
  const takeBack = async () => {
    for (let n = 0; going; n++, await sleep(60)) {
      const [accountId, id] = [...held][n % Math.max(1, held.size)] ?? []
      if (!accountId || !id) continue
      const answer = await insist(presenter, 'withdrawCommitment', { id, reason: 'Not accredited' })
      if (answer.code === 1) counts.withdrawn++
      else if (answer.error === 'CommitmentNotFound') counts.missing++
      else throw new Error(JSON.stringify(answer))
      held.delete(accountId)
    }
  }
  const all = Promise.all([...people.map(invest), takeBack()])
  return {
    stop: async () => {
      going = false
      await all
    },
  }
}

/** Compares what was acknowledged, what is stored, and what every view says; people are quiet meanwhile. */
async function compare({ ask, pool, uuid, series, admin, presenter, held, people }: Scene) {
  const { rows } = await pool.query<{ account: string; id: string }>(
    'select account_id as account, c.id from commitment c join pitch p on p.id = c.pitch_id where p.uuid = $1',
    [uuid],
  )
  const stored = new Map(rows.map(({ account, id }) => [account, id]))
  const lost =
    [...held].filter(([account, id]) => stored.get(account) !== id).length +
    [...stored].filter(([account]) => !held.has(account)).length
  const seats = await storedSeats(pool, series)
  const read = async (token: string, call: string, fields: Record<string, string>) => {
    const answer = (await ask(token, call, fields)) as (Answer & { results?: Answer['data'] }) | undefined
    return { ...answer?.data, ...answer?.results } as Record<string, unknown>
  }
  const page = { uuid, limit: '200' }
  const [one, list, waiting, terms, guest] = [
    await read(admin, 'getSpvSeries', { id: series }),
    await read(presenter, 'getCommitmentList', page),
    await read(presenter, 'getSeatWaitingList', page),
    await read(presenter, 'getCommitmentTerms', { uuid }),
    await read(people[0]?.token ?? '', 'getCommitmentTerms', { uuid }),
  ]
  const taken = stored.size
  const money = formatMoney(BigInt(taken * AMOUNT * 100), 'USD')
  const offered = seats.waiting.filter(({ isOffered }) => isOffered).length
  const left = { most: SEATS, left: SEATS - taken - offered }
  const meant: Record<string, readonly [unknown, unknown]> = {
    'seats of the series': [one['seats_taken'], taken],
    'money of the series': [one['committed_amount'], money],
    'waiting for the series': [one['waiting'], seats.waiting.length],
    'commitments listed': [list['total'], taken],
    'sum of the list': [list['sum'], money],
    'people who wait': [waiting['total'], seats.waiting.length],
    'sum in the room': [terms['total'], { count: taken, money_amount: money }],
    'seats in the room': [terms['seats'], left],
    'what an investor sees': [
      guest['series'] === 'full',
      left.left === 0 && !held.has(people[0]?.accountId ?? '') && !isOffered(seats, people[0]),
    ],
  }
  const differing = Object.entries(meant).filter(([, [is, ought]]) => JSON.stringify(is) !== JSON.stringify(ought))
  const wrong = wrongSeats(seats)
  const said = differing.map(([what, [is, ought]]) => `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(ought)}`)
  return { lost, disagreements: wrong ? [wrong, ...said] : said }
}

const isOffered = ({ waiting }: Awaited<ReturnType<typeof storedSeats>>, person: Attendee | undefined) =>
  waiting.some(one => one.isOffered && one.accountId === person?.accountId)

const postmaster = ({ console }: Scene) =>
  Number(readFileSync(join(console.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

const strikes = {
  /** The server is killed, and started again. */
  server: async ({ console }: Scene) => {
    const before = console.pid()
    await console.kill('SIGKILL')
    await console.start()
    return console.pid() !== before
  },
  /** PostgreSQL is killed; the server starts it again. */
  postgres: async (scene: Scene) => {
    const before = postmaster(scene)
    process.kill(before, 'SIGKILL')
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
      const health = await fetch(`${scene.console.url}/healthz`).catch(() => undefined)
      try {
        if (health?.ok && postmaster(scene) !== before) return true
      } catch {
        // it is just being written
      }
    }
    return false
  },
}

interface Options {
  /** PostgreSQL acknowledges before anything is written: the control, which has to lose. */
  readonly careless?: boolean
}

/** Kills a part of the console in every cycle, by turns, and compares everything once the people have come to rest. */
export async function killUnderSeats(
  cycles: number,
  parts: readonly (keyof typeof strikes)[] = ['server', 'postgres'],
  { careless = false }: Options = {},
): Promise<SeatsResult> {
  const scene = await open()
  const disagreements: string[] = []
  let [valid, lost] = [0, 0]
  try {
    if (careless) {
      await scene.pool.query('alter system set synchronous_commit = off')
      await scene.pool.query("alter system set wal_writer_delay = '10s'")
      await scene.pool.query('select pg_reload_conf()')
    }
    for (let cycle = 0; cycle < cycles; cycle++) {
      const load = putUnderLoad(scene)
      const before = { ...scene.counts }
      const isBusy = () =>
        scene.counts.committed > before.committed + 5 && scene.counts.withdrawn > before.withdrawn + 5
      for (const end = Date.now() + 120_000; !isBusy() && Date.now() < end; ) await sleep(20)
      const wasBusy = isBusy()
      const killed = await strikes[parts[cycle % parts.length] ?? 'server'](scene)
      const after = scene.counts.committed
      for (const end = Date.now() + 60_000; scene.counts.committed === after && Date.now() < end; ) await sleep(20)
      await load.stop()
      if (killed && wasBusy && scene.counts.committed > after) valid++
      const found = await compare(scene)
      lost += found.lost
      disagreements.push(...found.disagreements.map(one => `cycle ${cycle + 1}: ${one}`))
      if (careless && lost + scene.counts.missing > 0) break
    }
    const { committed, withdrawn, missing } = scene.counts
    lost += missing
    const fault = careless
      ? 'control: seats with synchronous_commit = off'
      : `seats under kill -9 of ${parts.join(' and ')}`
    return { fault, cycles, valid, committed, withdrawn, lost, disagreements }
  } finally {
    await scene.pool.end()
    await scene.console.stop()
  }
}

/** Nothing lost, and every view agrees after every kill. */
export const seatsAgree = ({ cycles, valid, lost, disagreements }: SeatsResult): boolean =>
  valid === cycles && lost === 0 && disagreements.length === 0

export const seatsLine = ({ fault, cycles, valid, committed, withdrawn, lost, disagreements }: SeatsResult): string =>
  `${fault}: ${valid} of ${cycles} cycles, ${committed} commitments and ${withdrawn} withdrawals acknowledged, ` +
  `lost ${lost}, ${disagreements.length === 0 ? 'every view agrees' : disagreements.join('; ')}`

if (import.meta.main) {
  const result = await killUnderSeats(Number(process.argv[2] ?? 10))
  const control = await killUnderSeats(5, ['postgres'], { careless: true })
  for (const one of [result, control]) console.log(seatsLine(one))
  process.exit(seatsAgree(result) && control.lost > 0 ? 0 : 1)
}
