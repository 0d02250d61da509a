import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import type pg from 'pg'
import { CONNECTIONS } from '#features/notify/mail/server/transport.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { openTestSession } from '#testing/people.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { median } from './console.ts'
import { openBenchDatabase } from './database.ts'
import { type Asked, askerOf, atPace, percentile } from './pace.ts'
import type { Figure } from './run.ts'

const ROUNDS = 5
/** Invitations of one round: 10,000 in all. */
const EACH = 2000
/** Requests a second of the people who use the console meanwhile. */
const PACE = 20
const organisationId = '00000000-0000-4000-8000-000000000001'
const accountId = '00000000-0000-4000-8000-000000000002'
const browsing: readonly Asked[] = [
  ['getPitchListForEp', {}],
  ['getUserListForEp', {}],
  ['getPitchListForEp', { sort: 'name', order: 'asc' }],
  ['getUserInfoByToken', {}],
]

/** F16: 10,000 invitations from the call to the mail server's last answer, beside nodemailer alone with the same pool. */
export async function run(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const { pool, db, url } = database
  await fill(pool)
  const token = await openTestSession(db, accountId, organisationId)
  const sink = await startSink()
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'Bench <bench@bench.test>', TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
  const nodeArgs = ['--expose-gc', '--import', new URL('collects.ts', import.meta.url).href]
  const running = await startConsoleProcess({ env: { ...env, DATABASE_URL: url }, nodeArgs })
  try {
    const ask = askerOf(running.url, token)
    await invite(ask, sink, 200, 'warm')
    const message = await messageIn(pool)
    const idle = await latencyWhile(ask, sleep(10_000))
    const seen = { ours: [] as number[], alone: [] as number[], memory: [] as number[], tails: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      seen.alone.push(await alone(sink, message))
      const sent = invite(ask, sink, EACH, `round${round}`)
      seen.tails.push(await latencyWhile(ask, sent))
      seen.ours.push(await sent)
      seen.memory.push(await keptMb(running.pid()))
    }
    return figures(seen, idle)
  } finally {
    sink.stop()
    await running.stop()
    await database.stop()
  }
}

function figures(
  { ours, alone, memory, tails }: Record<'ours' | 'alone' | 'memory' | 'tails', readonly number[]>,
  idle: number,
): Figure[] {
  const [rate, yardstick, ratio] = [
    median(ours),
    median(alone),
    median(ours.map((value, round) => value / (alone[round] ?? 1))),
  ]
  // the heap takes its size in the first rounds, whatever the number of mails, and gives none of it back
  const grown = (memory.at(-1) ?? 0) - (memory[1] ?? 0)
  const tail = median(tails)
  const all = (ROUNDS * EACH).toLocaleString('en')
  return [
    {
      ...{ id: 'F16a', work: `${all} invitations sent, written included, beside nodemailer alone with the same pool` },
      ...{ ours: rate, yardstick, unit: 'mails/s', ratio, reach: 'at least 0.8', met: ratio >= 0.8 },
    },
    {
      ...{
        id: 'F16b',
        work: `memory that the server keeps, from the ${(2 * EACH).toLocaleString('en')}th to the last of them`,
      },
      ...{ ours: grown, yardstick: null, unit: 'MB', ratio: null, reach: 'at most 30 MB more', met: grown <= 30 },
    },
    {
      ...{ id: 'F16c', work: `calls of the console meanwhile, ${PACE} a second: p99 beside that without mails` },
      ...{ ours: tail, yardstick: idle, unit: 'ms', ratio: tail / idle, reach: 'below 100 ms', met: tail < 100 },
    },
  ]
}

type Ask = (asked: Asked) => Promise<unknown>
interface Sink {
  readonly url: string
  /** Waits until it has so many mails more than at the start of the wait; answers when the last one came. */
  until(more: number): Promise<number>
  stop(): void
}

async function startSink(): Promise<Sink> {
  const child = fork(new URL('mailSink.ts', import.meta.url))
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const read = () => answerOf<{ count: number; last: number }>(child, 'count')
  return {
    url,
    until: async more => {
      const { count: before } = await read()
      for (;;) {
        const { count, last } = await read()
        if (count - before >= more) return last
        await sleep(20)
      }
    },
    stop: () => child.kill(),
  }
}

async function answerOf<T>(child: ChildProcess, message: string | object): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>
  child.send(message)
  return (await answer)[0]
}

/** Mails a second of one pitch's invitations, from the call to the last mail. */
async function invite(ask: Ask, sink: Sink, people: number, name: string): Promise<number> {
  const about = 'Cranes that see where they put what they lift, in forty ports on three continents. '.repeat(6)
  const pitch = pitchForm({ presentation_name: `Harbor lights ${name}`, about, highlights: 'Forty ports. '.repeat(20) })
  const { data } = (await ask(['createPitchByPresenter', pitch])) as { data: { uuid: string } }
  const attendees_arr = Array.from({ length: people }, (_, n) => ({
    email: `${name}.${n}@bench.test`,
    firstname: 'Ada',
    lastname: `Last${n}`,
  }))
  const arrived = sink.until(people)
  const began = Date.now()
  await ask(['invitePitchByManuallyContacts', { uuid: data.uuid, attendees_arr }])
  return people / (((await arrived) - began) / 1000)
}

/** Mails a second of nodemailer alone. */
async function alone(sink: Sink, message: SendMailOptions): Promise<number> {
  const child = fork(new URL('mailAlone.ts', import.meta.url))
  const arrived = sink.until(EACH)
  const task = { url: sink.url, connections: CONNECTIONS, message, times: EACH }
  const { began } = await answerOf<{ began: number }>(child, task)
  child.kill()
  return EACH / (((await arrived) - began) / 1000)
}

/** A message as the console sends one: an invitation that it has sent. */
async function messageIn(pool: pg.Pool): Promise<SendMailOptions> {
  const { rows } = await pool.query<{ subject: string; text: string; html: string; calendar: string }>(
    `select subject, text, html, calendar from mail_message where kind = 'pitchInvitation' limit 1`,
  )
  const [{ calendar = '', ...bodies } = {}] = rows
  return {
    ...bodies,
    from: { name: 'Bench', address: 'bench@bench.test' },
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': '<https://bench.test/unsubscribe?token=x>' },
    icalEvent: { method: 'REQUEST', content: calendar, filename: 'invite.ics' },
  }
}

/** The p99 of the console's calls until something is over. */
async function latencyWhile(ask: Ask, over: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  void over.finally(() => (isOver = true)).catch(() => {})
  for (let n = 0; !isOver; n += PACE)
    await atPace(PACE, PACE, async at => {
      const began = performance.now()
      await ask(browsing[(n + at) % browsing.length] ?? ['getUserInfoByToken', {}])
      times.push(performance.now() - began)
    })
  return percentile(times, 0.99)
}

/** The resident memory of a process once what nothing holds is freed. */
async function keptMb(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await sleep(1000)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (id, name) values ($1, 'Bench')`, [organisationId])
  await pool.query(
    `insert into account (id, organisation_id, email, roles, state)
     values ($1, $2, 'admin@bench.test', '{admin,presenter}', 'active')`,
    [accountId, organisationId],
  )
}
