import type pg from 'pg'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { openTestSession } from '#testing/people.ts'
import { median } from './console.ts'
import { openBenchDatabase } from './database.ts'
import { type Asked, askerOf, medianTail } from './pace.ts'
import type { Figure } from './run.ts'

const PEOPLE = 50_000
const RUNS = 5
const SECONDS = 4
/** Requests a second, evenly paced. */
const PACE = 20
const organisationId = '00000000-0000-4000-8000-000000000001'
const accountId = '00000000-0000-4000-8000-000000000002'
const listId = '00000000-0000-4000-8000-000000000003'
const dynamicId = '00000000-0000-4000-8000-000000000004'

const members = 'getListMemberDetailList'
const browsing: readonly Asked[] = [
  ['getListList', {}],
  [members, { list_id: listId }],
  [members, { list_id: listId, sort: 'name', order: 'desc' }],
  [members, { list_id: listId, page: 1000 }],
  [members, { list_id: dynamicId }],
  [members, { list_id: dynamicId, sort: 'name', page: 400 }],
]
const searching: readonly Asked[] = [
  [members, { list_id: listId, name: 'last49999' }],
  [members, { list_id: listId, name: 'ada' }],
  [members, { list_id: listId, name: 'nobody is called so' }],
  [members, { list_id: dynamicId, name: 'ada last77' }],
]

/** F23: contact lists of 50,000 people: half users, half mere contacts in the static one. */
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
    for (const [id, what, calls] of [
      ['F23a', 'the lists, and their people sorted and paged', browsing],
      ['F23b', 'their people searched by name', searching],
    ] as const) {
      const tail = await medianTail(calls, { pace: PACE, runs: RUNS, seconds: SECONDS }, ask)
      const work = `contact lists of ${PEOPLE.toLocaleString('en')} people, ${what}, ${PACE} requests a second: p99`
      figures.push(figure(id, work, tail, 100))
    }
    for (const [id, what, list] of [
      ['F23c', 'static', listId],
      ['F23d', 'dynamic', dynamicId],
    ] as const) {
      const times: number[] = []
      for (let n = 0; n < RUNS; n++) {
        const begun = performance.now()
        await ask(['countListPeople', { list_ids: [list] }])
        times.push(performance.now() - begun)
      }
      const work = `countListPeople over a ${what} list of ${PEOPLE.toLocaleString('en')}: whom an invitation reaches`
      figures.push(figure(id, work, median(times), 1000))
    }
    return figures
  } finally {
    await running.stop()
    await database.stop()
  }
}

const figure = (id: string, work: string, ours: number, most: number): Figure => ({
  ...{ id, work, ours, yardstick: null, unit: 'ms', ratio: null, reach: `below ${most} ms`, met: ours < most },
})

/** A static list whose every second member is a user, a dynamic one that finds all users, and twenty small lists. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (id, name) values ($1, 'Bench')`, [organisationId])
  await pool.query(
    `insert into account (id, organisation_id, email, roles, state) values ($1, $2, 'admin@bench.test', '{admin}', 'active')`,
    [accountId, organisationId],
  )
  await pool.query(
    `insert into account (organisation_id, email, firstname, lastname, company_name, roles, state, created_at)
     select $1, 'user' || n || '@bench.test', (array['Ada', 'Grace', '雷', 'José'])[1 + n % 4], 'Last' || n,
       'Company ' || n % 97, '{vc}', case when n % 50 = 0 then 'disabled' else 'active' end, now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [organisationId, PEOPLE],
  )
  const lists = `insert into contact_list (id, organisation_id, owner_id, name, type, shared, dynamic) values ($1, $2, $3, $4, $5, true, $6)`
  await pool.query(lists, [listId, organisationId, accountId, 'All', 'static', null])
  await pool.query(lists, [dynamicId, organisationId, accountId, 'Investors', 'dynamic', { role: 'vc' }])
  await pool.query(
    `insert into contact_list (organisation_id, owner_id, name, type, shared)
     select $1, $2, 'Small ' || n, 'static', true from generate_series(1, 20) n`,
    [organisationId, accountId],
  )
  await pool.query(
    `insert into contact_list_member (list_id, organisation_id, account_id, email, firstname, lastname, address)
     select $1, $2, case when n % 2 = 0 then account.id end, 'user' || n || '@bench.test', 'Ada', 'Last' || n,
       'user' || n || '@bench.test'
     from generate_series(1, $3::int) n join account on account.email = 'user' || n || '@bench.test'`,
    [listId, organisationId, PEOPLE],
  )
  await pool.query(
    `insert into suppression (organisation_id, kind, address, stamp, source)
     select $1, 'unsubscribe', 'user' || 25 * n || '@bench.test', 'stamp' || n, 'person' from generate_series(1, 1000) n`,
    [organisationId],
  )
  await pool.query('vacuum analyze')
}
