import type pg from 'pg'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { openTestSession } from '#testing/people.ts'
import { openBenchDatabase } from './database.ts'
import { type Asked, askerOf, medianTail } from './pace.ts'
import type { Figure } from './run.ts'

const COMPANIES = 10_000
const RUNS = 5
const SECONDS = 4
/** Requests a second, evenly paced. */
const PACE = 40
const organisationId = '00000000-0000-4000-8000-000000000001'
const accountId = '00000000-0000-4000-8000-000000000002'

/** The administrators' requests in turn: every sort, every filter, deep pages, frequent and rare names. */
const lists = [
  {},
  { sort: 'industry' },
  { sort: 'created_on', order: 'desc' },
  { sort: 'updated_on', order: 'desc', limit: 100 },
  { page: 400 },
  { industry: 'Mobile Apps' },
  { verification: 'approved', sort: 'industry' },
  { deleted: 1 },
  { name: 'robotics' },
  { name: 'company 9999' },
  { name: '港口' },
  { name: 'nobody is called so' },
]

/** F17: the company list of an organisation with 10,000 companies. */
export async function run(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  const { pool, db, url } = database
  await fill(pool)
  const token = await openTestSession(db, accountId, organisationId)
  const running = await startConsoleProcess({
    env: { DATABASE_URL: url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' },
  })
  try {
    const calls = lists.map((list): Asked => ['getCompanyList', list])
    const ours = await medianTail(calls, { pace: PACE, runs: RUNS, seconds: SECONDS }, askerOf(running.url, token))
    const work = `getCompanyList over ${COMPANIES.toLocaleString('en')} companies, sorted, filtered, searched and paged, ${PACE} requests a second: p99`
    return [{ id: 'F17', work, ours, yardstick: null, unit: 'ms', ratio: null, reach: 'below 100 ms', met: ours < 100 }]
  } finally {
    await running.stop()
    await database.stop()
  }
}

/** Companies with texts of a usual length; one in fifty was deleted, one in ten approved. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (id, name) values ($1, 'Bench')`, [organisationId])
  await pool.query(
    `insert into account (id, organisation_id, email, roles, state) values ($1, $2, 'admin@bench.test', '{admin}', 'active')`,
    [accountId, organisationId],
  )
  await pool.query(
    `insert into company (organisation_id, company_name, legal_name, industry, city, country, about_the_company,
       company_highlights, verification, created_at, updated_at, deleted_at)
     select $1, 'Company ' || n, (array['Acme Robotics', 'Harbour Light', '上海港口机械', 'Łódź Software'])[1 + n % 4] || ' ' || n,
       (array['', 'Mobile Apps', 'Enterprise Software', 'Other'])[1 + n % 4], 'City ' || n % 97, 'US',
       repeat('Cranes that see. ', 100), repeat('Forty ports. ', 60),
       case when n % 10 = 0 then 'approved' else 'notVerified' end,
       now() - n * interval '7 minutes', now() - n * interval '4 minutes',
       case when n % 50 = 0 then now() - interval '1 day' end
     from generate_series(1, $2::int) n`,
    [organisationId, COMPANIES],
  )
  await pool.query('vacuum analyze')
}
