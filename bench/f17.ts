import type pg from 'pg'
import { encodeForm } from '#contract/wire.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { openTestSession } from '#testing/people.ts'
import { median } from './console.ts'
import { openBenchDatabase } from './database.ts'
import { tailOf } from './pace.ts'
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
    const ask = askAt(running.url, token)
    // every connection plans each list a few times before its plan is cached
    for (let n = 0; n < 8; n++) for (const list of lists) await ask(list)
    const tails: number[] = []
    for (let n = 0; n < RUNS; n++) tails.push(await tailOf(PACE, SECONDS, i => ask(lists[i % lists.length] ?? {})))
    const ours = median(tails)
    const work = `getCompanyList over ${COMPANIES.toLocaleString('en')} companies, sorted, filtered, searched and paged, ${PACE} requests a second: p99`
    return [{ id: 'F17', work, ours, yardstick: null, unit: 'ms', ratio: null, reach: 'below 100 ms', met: ours < 100 }]
  } finally {
    await running.stop()
    await database.stop()
  }
}

/** Requests come from many addresses, as in reality: one address is limited to a hundred a second. */
function askAt(url: string, token: string): (list: Record<string, unknown>) => Promise<void> {
  let asked = 0
  return async list => {
    const answer = await fetch(`${url}/webapi/rest/app/token/getCompanyList`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.0.${asked++ % 100}`,
      },
      body: encodeForm(list),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`refused: ${answer.status}`)
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
