import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { NOTICE_POLL } from '#features/notify/notice/rules.ts'
import { openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { hashToken } from '#server/tokens.ts'
import { everybodyAgrees } from '#testing/agree.ts'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { median } from './console.ts'
import type { Figure } from './run.ts'

const PEOPLE = 1000
const NOTICES = 200
const RUNS = 5
const SECONDS = 6
const organisationId = '00000000-0000-4000-8000-000000000001'
const tokenOf = (at: number) => `${at}`.padStart(43, 'x')

/** F14: a thousand open consoles that poll for new notices every 15 seconds, each person with 200 of them. */
export async function run(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-f14-'))
  await chmod(folder, 0o711) // PostgreSQL's user has to pass through it
  const server = await startPostgres(join(folder, 'postgres'))
  const { pool, db, ensure } = openDatabase(server.url)
  await ensure()
  await migrateDatabase(pool)
  await fill(pool)
  await everybodyAgrees(db)
  const env = { DATABASE_URL: server.url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
  const running = await startConsoleProcess({ env })
  try {
    await poll(running.url, running.pid())
    const rounds: { p99: number; core: number }[] = []
    for (let n = 0; n < RUNS; n++) rounds.push(await poll(running.url, running.pid()))
    const [p99, core] = [median(rounds.map(round => round.p99)), median(rounds.map(round => round.core))]
    return [
      {
        id: 'F14a',
        work: 'notices of 1,000 people, a look every 15 s: p99',
        ours: p99,
        yardstick: null,
        unit: 'ms',
        ratio: null,
        reach: 'at most 50 ms',
        met: p99 <= 50,
      },
      {
        id: 'F14b',
        work: 'the same: the server’s share of one core',
        ours: core,
        yardstick: null,
        unit: '%',
        ratio: null,
        reach: 'at most 15 %',
        met: core <= 15,
      },
    ]
  } finally {
    await running.stop()
    await pool.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Polls at an even pace, each time for another person. */
async function poll(url: string, pid: number): Promise<{ p99: number; core: number }> {
  const every = NOTICE_POLL / PEOPLE
  const took: number[] = []
  const looks: Promise<void>[] = []
  const [began, cpu] = [performance.now(), cpuSeconds(pid)]
  for (let n = 0; n < (SECONDS * 1000) / every; n++) {
    const wait = began + n * every - performance.now()
    if (wait > 0) await sleep(wait)
    looks.push(look(url, n % PEOPLE).then(ms => void took.push(ms)))
  }
  await Promise.all(looks)
  took.sort((a, b) => a - b)
  const core = (100 * (cpuSeconds(pid) - cpu)) / ((performance.now() - began) / 1000)
  return { p99: took[Math.floor(took.length * 0.99)] ?? 0, core }
}

async function look(url: string, person: number): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/webapi/rest/app/token/getNoticeList`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(person)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'page=1&limit=10',
  })
  const { results } = (await answer.json()) as { results?: { items: unknown[]; unread: number } }
  if (results?.items.length !== 10 || results.unread !== NOTICES / 5) throw new Error('these are not the notices')
  return performance.now() - began
}

/** The processor time that a process has used on all cores so far, in seconds. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into organisation (id, name) values ($1, 'Quill')`, [organisationId])
  await pool.query(
    `insert into account (organisation_id, email, firstname, lastname, roles, state)
     select $1, 'p' || n || '@quill.test', 'Pat', 'Person ' || n, '{presenter}', 'active' from generate_series(0, $2 - 1) n`,
    [organisationId, PEOPLE],
  )
  await pool.query(
    `insert into notice (account_id, kind, params, search, read_at, created_at, by_account_id)
     select a.id, 'pitchAssigned', '{"title":"Seed round","pitchId":7}', 'a pitch was assigned to you',
       case when n % 5 = 0 then null else now() end, now() - n * interval '1 hour', a.id
     from account a, generate_series(1, $1) n`,
    [NOTICES],
  )
  const hashes = Array.from({ length: PEOPLE }, (_, at) => hashToken(tokenOf(at)))
  await pool.query(
    `insert into session (kind, account_id, organisation_id, token_hash, token_expires_at, ip)
     select 'session', a.id, a.organisation_id, h.hash, now() + interval '1 hour', '127.0.0.1'
     from (select hash, row_number() over () as n from unnest($1::text[]) hash) h
     join (select id, organisation_id, row_number() over () as n from account) a on a.n = h.n`,
    [hashes],
  )
  await pool.query('vacuum analyze')
}
