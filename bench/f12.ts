import type pg from 'pg'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { openTestSession } from '#testing/people.ts'
import { openBenchDatabase } from './database.ts'
import { type Asked, askerOf, medianTail } from './pace.ts'
import type { Figure } from './run.ts'

const USERS = 50_000
const RUNS = 5
const SECONDS = 4
/** Requests a second, evenly paced: far more administrators than an organisation of this size has. */
const PACE = 40
const organisationId = '00000000-0000-4000-8000-000000000001'
const accountId = '00000000-0000-4000-8000-000000000002'
const tagId = '00000000-0000-4000-8000-000000000003'

/** The administrators' requests in turn: every sort, every filter, deep pages, frequent and rare names. */
const browsing = [
  {},
  { sort: 'name', order: 'asc' },
  { sort: 'email', order: 'asc', page: 40 },
  { sort: 'last_login', limit: 100 },
  { role: 'presenter' },
  { role: 'admin' },
  { state: 'disabled', sort: 'name' },
  { tag_id: tagId },
  { signed_in: 'never', sort: 'email' },
  { signed_in: '7', role: 'vc' },
]
const searching = [
  { name: 'last49999' },
  { name: 'ada' },
  { name: 'ada last77' },
  { name: 'bench.test' },
  { name: 'nobody is called so' },
  { name: 'la' },
  { name: '李雷' },
  { name: 'company 12', sort: 'name', order: 'asc' },
]

/** F12: the user list of an organisation with 50,000 people. */
export async function run(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const { pool, db, url } = database
  await fill(pool)
  const token = await openTestSession(db, accountId, organisationId)
  const env = { DATABASE_URL: url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
  const running = await startConsoleProcess({ env })
  try {
    const ask = askerOf(running.url, token)
    const figures: Figure[] = []
    for (const [id, what, lists] of [
      ['F12a', 'sorted, filtered and paged', browsing],
      ['F12b', 'searched by name', searching],
    ] as const) {
      const calls = lists.map((list): Asked => ['getUserListForEp', list])
      const ours = await medianTail(calls, { pace: PACE, runs: RUNS, seconds: SECONDS }, ask)
      figures.push({
        id,
        work: `getUserListForEp over ${USERS.toLocaleString('en')} people, ${what}, ${PACE} requests a second: p99`,
        ...{ ours, yardstick: null, unit: 'ms', ratio: null },
        reach: 'below 100 ms',
        met: ours < 100,
      })
    }
    return figures
  } finally {
    await running.stop()
    await database.stop()
  }
}

/** Most are investors, some presenters, a few administrators; one in a hundred is disabled, one in fifty has a tag. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (id, name) values ($1, 'Bench')`, [organisationId])
  await pool.query(
    `insert into account (id, organisation_id, email, roles, state) values ($1, $2, 'admin@bench.test', '{admin}', 'active')`,
    [accountId, organisationId],
  )
  await pool.query(
    `insert into account (organisation_id, email, username, firstname, lastname, company_name, roles, state,
       created_at, last_login_at)
     select $1, 'person' || n || '@bench.test', 'person' || n,
       (array['Ada', 'Grace', 'Edsger', 'Barbara', '李雷', 'Łucja', 'Ken', 'Radia'])[1 + n % 8], 'Last' || n,
       'Company ' || n % 499, array[case when n % 5000 = 0 then 'admin' when n % 40 = 0 then 'presenter' else 'vc' end],
       case when n % 100 = 0 then 'disabled' when n % 30 = 0 then 'awaiting' else 'active' end,
       now() - n * interval '7 minutes', case when n % 9 = 0 then null else now() - n * interval '4 minutes' end
     from generate_series(1, $2::int) n`,
    [organisationId, USERS],
  )
  await pool.query(`insert into user_tag (id, organisation_id, name, colour) values ($1, $2, 'Angels', 'blue')`, [
    tagId,
    organisationId,
  ])
  await pool.query(
    `insert into account_tag (account_id, tag_id)
     select id, $1 from (select id, row_number() over (order by id) as n from account) as numbered where n % 50 = 0`,
    [tagId],
  )
  await pool.query('vacuum analyze')
}
