import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { calls } from '#app/contract/calls.ts'
import { type RunningCluster, startCluster } from '#app/server/cluster/startCluster.ts'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import { createClient } from '#contract/client.ts'
import { pitchForm } from '../pitchStack.ts'
import { type Chance, seeded } from '../simulator/chance.ts'
import { startSmtp } from '../smtp.ts'
import { insist } from './evening.ts'
import { signIn } from './people.ts'

/** What became of scheduled sends while servers were killed. */
export interface SendsResult {
  readonly sends: number
  readonly kills: number
  /** Sends that are noted as sent. */
  readonly sent: number
  /** People who have no mail, and people who have more than one. */
  readonly missing: number
  readonly twice: number
  /** Mails that the mail server was handed again under the same Message-ID, which mailboxes show once. */
  readonly repeated: number
  readonly seconds: number
}

export const isWhole = ({ sends, kills, sent, missing, twice }: SendsResult): boolean =>
  kills > 2 && sent === sends && missing === 0 && twice === 0

export const sayOf = ({ sends, kills, sent, missing, twice, repeated, seconds }: SendsResult): string =>
  `sends: ${sent} of ${sends} sent in ${seconds} s, a server killed ${kills} times, ${missing} missing, ${twice} twice, ${repeated} handed over again`

const PEOPLE_EACH = 2
/** Seconds within which all sends fall due, and those between two kills. */
const SPREAD = 30
const PAUSE = 5
const PATIENCE = 240_000
const PATIENCE_ONCE = 75_000

interface Run {
  readonly sends: number
  readonly seed: number
  /** The control: jobs are tried once, so that what a killed server was doing stays undone. */
  readonly once?: boolean
}

/** Has sends fall due on two servers, of which one is killed at random every few seconds. */
export async function killDuringSends({ sends, seed, once = false }: Run): Promise<SendsResult> {
  const started = new AsyncDisposableStack()
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-sends-'))
    started.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
    const smtp = await startSmtp()
    started.defer(smtp.stop)
    const cluster = await startCluster({
      ...{ dataDir, port: 0, host: '127.0.0.1', servers: 2, mode: 'demo' },
      env: {
        PATH: `${process.env['PATH']}:${new URL('../../data/tools', import.meta.url).pathname}`,
        ...{ HOME: process.env['HOME'], LOG_LEVEL: 'warn', SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
      },
      say: (part, line) => process.env['FAULTS_LOG'] && console.log(part, line),
    })
    started.defer(cluster.stop)
    const database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 })
    database.on('error', () => {})
    started.defer(() => database.end())
    await plan(cluster, dataDir, sends)
    if (once) await tryOnce(database)
    await makeDue(database)
    const began = performance.now()
    const patience = once ? PATIENCE_ONCE : PATIENCE
    const kills = await killUntil(cluster, seeded(seed), patience, () => isDone(database, sends))
    const counted = await count(database, smtp.received)
    return { sends, kills, ...counted, seconds: Math.round((performance.now() - began) / 1000) }
  } finally {
    await started.disposeAsync()
  }
}

const guestOf = (send: number, person: number) => `guest${send}-${person}@sends.example`

/** Plans every send by the product's own calls. */
async function plan(cluster: RunningCluster, dataDir: string, sends: number): Promise<void> {
  const facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFacts
  const token = await signIn(cluster.url, facts.people.presenter.username, facts.password)
  const presenter = createClient(calls, async ({ path, form }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetch(cluster.url + path, { method: 'POST', headers, body: form })).json()
  })
  for (let send = 0; send < sends; send++) {
    const attendees_arr = Array.from({ length: PEOPLE_EACH }, (_, person) => ({ email: guestOf(send, person) }))
    const form = pitchForm({ attendees_arr, send_later: true })
    const moment = { scheduled_send_date: form.start_date, scheduled_send_time: '09:00' } as const
    const clock = { scheduled_send_noon: 'AM', scheduled_send_zone: form.start_zone } as const
    await insist(() => presenter.createPitchByPresenter({ ...form, ...moment, ...clock }))
  }
}

/** Moves all sends and their jobs into the next half minute, since the wire knows only whole minutes. */
async function makeDue(database: pg.Pool): Promise<void> {
  await database.query(
    `with moved as (
       update scheduled_send s set send_at = now() + interval '3 seconds' + n.at * interval '1 second'
       from (select id, random() * $1 as at from scheduled_send) n where n.id = s.id returning s.id, s.send_at)
     update graphile_worker._private_jobs j set run_at = moved.send_at from moved where j.key = 'scheduledSend:' || moved.id`,
    [SPREAD],
  )
}

/** Has every job of sends and mails tried once. */
async function tryOnce(database: pg.Pool): Promise<void> {
  await database.query(
    `create function tried_once() returns trigger language plpgsql as 'begin new.max_attempts := 1; return new; end';
     create trigger tried_once before insert on graphile_worker._private_jobs for each row execute function tried_once();
     update graphile_worker._private_jobs set max_attempts = 1`,
  )
}

async function isDone(database: pg.Pool, sends: number): Promise<boolean> {
  const { rows } = await database.query<{ sent: number; left: number }>(
    `select (select count(*)::int from scheduled_send where state = 'sent') as sent,
       (select count(*)::int from mail_message where recipient like '%@sends.example' and state = 'queued')
       + (select count(*)::int from graphile_worker.jobs where task_identifier = 'mailAttendees') as left`,
  )
  return rows[0]?.sent === sends && rows[0].left === 0
}

async function killUntil(
  cluster: RunningCluster,
  chance: Chance,
  patience: number,
  done: () => Promise<boolean>,
): Promise<number> {
  let kills = 0
  const end = Date.now() + patience
  let next = Date.now() + PAUSE * 1000
  while (!(await done())) {
    if (Date.now() > end) break
    if (Date.now() >= next) {
      if (killed(chance.pick(cluster.servers).pid())) kills++
      next = Date.now() + (PAUSE / 2 + chance.next() * PAUSE) * 1000
    }
    await sleep(200)
  }
  return kills
}

/** Kills a process; false for one that is starting again, or is gone already. */
function killed(pid: number | undefined): boolean {
  if (!pid) return false
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

async function count(database: pg.Pool, received: Awaited<ReturnType<typeof startSmtp>>['received']) {
  const { rows } = await database.query<{ sent: number }>(
    `select count(*)::int as sent from scheduled_send where state = 'sent'`,
  )
  const { rows: written } = await database.query<{ recipient: string; n: number }>(
    `select recipient, count(*)::int as n from mail_message where recipient like '%@sends.example' group by 1`,
  )
  const mails = Map.groupBy(
    received.filter(({ to: [to = ''] }) => to.endsWith('@sends.example')),
    ({ to: [to = ''] }) => to,
  )
  const planned = await database.query<{ n: number }>('select count(*)::int as n from scheduled_send')
  const people = (planned.rows[0]?.n ?? 0) * PEOPLE_EACH
  const idsOf = (all: typeof received) => new Set(all.map(({ mail }) => mail.messageId))
  return {
    sent: rows[0]?.sent ?? 0,
    missing: people - mails.size,
    twice: written.filter(({ n }) => n > 1).length + [...mails.values()].filter(all => idsOf(all).size > 1).length,
    repeated: [...mails.values()].reduce((all, some) => all + some.length - idsOf(some).size, 0),
  }
}
