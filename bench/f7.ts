import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import type pg from 'pg'
import { encodeForm } from '#contract/wire.ts'
import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import { listPitches, type PitchFilter } from '#features/planning/plan/server/listQueries.ts'
import type { Actor } from '#server/frame.ts'
import { freePort } from '#server/process/ports.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { openTestSession } from '#testing/people.ts'
import type { Query } from './bareList.ts'
import { median } from './console.ts'
import { openBenchDatabase } from './database.ts'
import { tailOf } from './pace.ts'
import type { Figure } from './run.ts'

const PITCHES = 100_000
const CONNECTIONS = 50
const RUNS = 5
const SECONDS = 3
const organisationId = '00000000-0000-4000-8000-000000000001'
const accountId = '00000000-0000-4000-8000-000000000002'

const base = { sort: 'start', order: 'desc', page: 1, limit: 20 } as const
/** Requests of fifty people in turn: every filter and every sort. */
const lists: PitchFilter[] = [
  base,
  { ...base, sort: 'name', order: 'asc' },
  { ...base, state: 'over' },
  { ...base, type: 'upcoming', order: 'asc' },
  { ...base, type: 'past', sort: 'created' },
  { ...base, type: 'live' },
  { ...base, page: 7, sort: 'created', order: 'asc' },
  { ...base, startsFrom: new Date(Date.now() - 7 * 86_400_000), startsTo: new Date() },
]

/** F7: the list of an administrator whose organisation has 100,000 pitches, beside a bare route with the same SQL. */
export async function run(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const { pool, db, url } = database
  await fill(pool)
  const token = await openTestSession(db, accountId, organisationId)
  const bare = await startBare(url, await queriesOf(pool))
  const env = { DATABASE_URL: url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
  const running = await startConsoleProcess({ env })
  try {
    return await measure(oursAt(running.url, token), bareAt(bare.url))
  } finally {
    bare.stop()
    await running.stop()
    await database.stop()
  }
}

type Target = Pick<autocannon.Options, 'url' | 'requests'>

async function measure(ours: Target, yardstick: Target): Promise<Figure[]> {
  const throughput = { ours: [] as number[], yardstick: [] as number[] }
  for (const target of [ours, yardstick]) await load(target)
  for (let n = 0; n < RUNS; n++) {
    throughput.yardstick.push((await load(yardstick)).requests.average)
    throughput.ours.push((await load(ours)).requests.average)
  }
  const [a, b] = [median(throughput.ours), median(throughput.yardstick)]
  const tails: number[] = []
  for (let n = 0; n < RUNS; n++) tails.push(await tail(ours, a / 2))
  return [
    {
      id: 'F7a',
      work: `getPitchListForEp over ${PITCHES.toLocaleString('en')} pitches, ${CONNECTIONS} concurrent`,
      ...{ ours: a, yardstick: b, unit: 'requests/s', ratio: a / b },
      reach: 'at least 0.7 of a bare Fastify route with the same SQL',
      met: a >= b * 0.7,
    },
    {
      id: 'F7b',
      work: 'the same at half that load: p99',
      ...{ ours: median(tails), yardstick: null, unit: 'ms', ratio: null },
      reach: 'below 50 ms',
      met: median(tails) < 50,
    },
  ]
}

async function load(target: Target): Promise<autocannon.Result> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration: SECONDS })
  if (result.errors || result.non2xx) throw new Error(`${result.errors} errors, ${result.non2xx} refusals`)
  return result
}

/**
 * The p99 of requests at an even pace. autocannon's own rate limit sends each second's requests at once, which would
 * measure the queue.
 */
const tail = ({ url, requests = [] }: Target, perSecond: number): Promise<number> =>
  tailOf(perSecond, SECONDS, async n => {
    const { method = 'GET', path = '/', headers, body } = requests[n % requests.length] ?? {}
    const answer = await fetch(url + path, { method, headers: headers as HeadersInit, body: body as string })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`refused: ${answer.status}`)
  })

/** Requests come from many addresses, as in reality: one address is limited to a hundred a second. */
const oursAt = (url: string, token: string): Target => ({
  url,
  requests: Array.from({ length: 100 }, (_, n) => ({
    method: 'POST',
    path: '/webapi/rest/app/token/getPitchListForEp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `10.0.0.${n}`,
    },
    body: formOf(lists[n % lists.length] ?? base),
  })),
})

function formOf({ startsFrom, startsTo, ...filter }: PitchFilter): string {
  return encodeForm({ ...filter, start_time_s: startsFrom?.toISOString(), start_time_e: startsTo?.toISOString() })
}

const bareAt = (url: string): Target => ({
  url,
  requests: lists.map((_, n) => ({ method: 'GET', path: `/list/${n}` })),
})

/** The console's SQL for each of the lists. */
async function queriesOf(pool: pg.Pool): Promise<Query[]> {
  const queries: Query[] = []
  const noting = {
    query: (sql: string, params: unknown[]) => {
      queries.push({ sql, params })
      return pool.query(sql, params)
    },
  } as unknown as pg.Pool
  const admin = { accountId, organisationId, roles: ['admin'], email: 'admin@bench.test' } as unknown as Actor
  for (const list of lists) {
    const { rows } = await listPitches(noting, managedBy(admin), list)
    if (rows.length === 0) throw new Error('a list of the bench is empty')
  }
  return queries
}

async function startBare(databaseUrl: string, queries: readonly Query[]) {
  const port = await freePort()
  const env = { DATABASE_URL: databaseUrl, PORT: String(port), QUERIES: JSON.stringify(queries) }
  const child = fork(new URL('bareList.ts', import.meta.url), { env: { ...process.env, ...env } })
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}

/** Five years of pitches, including the next two months: most are over, a few did not take place, twenty are live. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (id, name) values ($1, 'Bench')`, [organisationId])
  await pool.query(
    `insert into account (id, organisation_id, email, roles, state) values ($1, $2, 'admin@bench.test', '{admin}', 'active')`,
    [accountId, organisationId],
  )
  await pool.query(
    `insert into account (organisation_id, email, roles, state)
     select $1, 'investor' || n || '@bench.test', '{vc}', 'active' from generate_series(1, 3) n`,
    [organisationId],
  )
  await pool.query(
    `insert into pitch (organisation_id, user_id, presentation_name, presenter_name, company_name, about, starts_at,
       ends_at, start_zone, end_zone, state, created_at)
     select $1, $2, kind || ' round of ' || md5(n::text), 'Presenter ' || n % 997, 'Company ' || n % 499,
       repeat('What we make. ', 40), at, at + interval '1 hour', 'UTC', 'UTC',
       case when n % 5000 = 0 then 'inProgress' when at < now() then case when luck < 0.98 then 'over' else 'delivered' end
         when luck < 0.6 then 'delivered' when luck < 0.9 then 'scheduled' else 'draft' end, least(at, now()) - age
     from (select n, random() as luck, random() * interval '30 days' as age, (array['Seed', 'Series A', 'Bridge', 'Growth'])[1 + floor(random() * 4)] as kind,
       now() + make_interval(mins => floor((random() * 5 - 4.84) * 525600)::int) as at
       from generate_series(1, $3::int) n) as made`,
    [organisationId, accountId, PITCHES],
  )
  await pool.query(
    `insert into attendee (pitch_id, organisation_id, account_id, email)
     select p.id, $1, a.id, a.email from pitch p, account a where a.email like 'investor%'`,
    [organisationId],
  )
  await pool.query('vacuum analyze')
}
