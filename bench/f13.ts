import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { readable } from '#features/admin/auditLog/server/entries.ts'
import { type AuditPage, listAudit } from '#features/admin/auditLog/server/queries.ts'
import { hashOf } from '#features/core/audit/server/chain.ts'
import { sealEntries } from '#features/core/audit/server/seal.ts'
import { verifyChain } from '#features/core/audit/server/verify.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { type Database, openDatabase, type Transaction } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import type { Actor } from '#server/frame.ts'
import { median } from './console.ts'
import type { Figure } from './run.ts'

const AT_ONCE = 50
const RUNS = 5
const MILLISECONDS = 1500
const ENTRIES = 100_000
const ASKS = 400
const key = 'a key of thirty-two characters or more'
const organisationId = '00000000-0000-4000-8000-000000000001'
const accountId = '00000000-0000-4000-8000-000000000002'
const admin = { accountId, organisationId, roles: ['admin'] } as unknown as Actor

/** F13: the cost of the audit log for writers, and for readers of 100,000 entries. */
export async function run(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-f13-'))
  await chmod(folder, 0o711) // PostgreSQL's user has to pass through it
  const server = await startPostgres(join(folder, 'postgres'))
  const { pool, ensure } = openDatabase(server.url)
  const wide = new pg.Pool({ connectionString: server.url, max: AT_ONCE + 1 })
  wide.on('error', () => {}) // the server closes its connections at the end
  try {
    await ensure()
    await migrateDatabase(pool)
    await pool.query('create table deed (id bigint generated always as identity primary key, what text not null)')
    await pool.query('create table inline_head (hash text not null)')
    await pool.query(`insert into inline_head values ('')`)
    const db = drizzle(wide, { casing: 'snake_case' })
    return [...(await writing(db)), await reading(db)]
  } finally {
    await wide.end()
    await pool.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Note = (db: Transaction) => Promise<unknown>

const nothing: Note = async () => {}
const deed = { action: 'pitch.create', subject: accountId, detail: { title: 'Seed round', pages: 24 } }
const entry: Note = db => writeAudit({ db, actor: admin, request: { ip: '192.0.2.1' } }, deed)

/** The alternative way to make a chain: each writer waits for the previous one to commit. */
const inline: Note = async db => {
  const { rows } = await db.execute<{ hash: string }>('select hash from inline_head for update')
  await entry(db)
  const row = { id: 1, organisationId, actorId: accountId, impersonatorId: null, ip: '', at: new Date(), ...deed }
  await db.execute(`update inline_head set hash = '${hashOf(rows[0]?.hash ?? '', 1, row)}'`)
}

async function writing(db: Database): Promise<Figure[]> {
  const ours: number[] = []
  const without: number[] = []
  const inlined: number[] = []
  for (let run = 0; run < RUNS; run++) {
    without.push(await perSecond(db, nothing))
    const sealing = sealAllTheTime(db)
    ours.push(await perSecond(db, entry))
    await sealing.stop()
    inlined.push(await perSecond(db, inline))
  }
  const [mine, bare, chained] = [median(ours), median(without), median(inlined)]
  const figure = { ours: mine, unit: 'transactions/s' }
  return [
    {
      id: 'F13a',
      work: `${AT_ONCE} at once, each with an audit entry that is sealed meanwhile; yardstick: without an entry`,
      ...figure,
      yardstick: bare,
      ratio: mine / bare,
      reach: 'at least 0.4 of the throughput',
      met: mine / bare >= 0.4,
    },
    {
      id: 'F13b',
      work: 'the same; yardstick: a chain that is made in the transaction of the deed',
      ...figure,
      yardstick: chained,
      ratio: mine / chained,
      reach: 'more than it',
      met: mine > chained,
    },
  ]
}

function sealAllTheTime(db: Database) {
  let going = true
  const done = (async () => {
    while (going) {
      await sealEntries(db, key)
      await sleep(500)
    }
    for (;;) if (((await sealEntries(db, key))?.sealed ?? 0) === 0) return
  })()
  return {
    stop: () => {
      going = false
      return done
    },
  }
}

async function perSecond(db: Database, note: Note): Promise<number> {
  const until = performance.now() + MILLISECONDS
  let done = 0
  const one = async () => {
    while (performance.now() < until) {
      await db.transaction(async tx => {
        await tx.execute(`insert into deed (what) values ('something')`)
        await note(tx)
      })
      done++
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return done / ((performance.now() - began) / 1000)
}

const base = { page: 1, limit: 20 } as const
/** Queries of the log: each filter and each sort. */
const asked: AuditPage[] = [
  base,
  { ...base, action: 'pitch.delete' },
  { ...base, actor: '00000000-0000-4000-8000-000000000007' },
  { ...base, content: 'person 77' },
  { ...base, subject: '00000000-0000-4000-8000-000000000009' },
  { ...base, sort: 'action', order: 'asc' },
  { ...base, from: '2026-01-10T00:00:00Z', until: '2026-01-11T00:00:00Z' },
  { ...base, page: 50 },
]

async function reading(db: Database): Promise<Figure> {
  await fill(db)
  const verified = performance.now()
  const { count, problem } = await verifyChain(db, { key })
  if (problem) throw new Error(`the chain is broken after ${count}: ${problem.kind}`)
  console.log(`F13: ${count} entries verified in ${Math.round(performance.now() - verified)} ms`)
  const p99s: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const times: number[] = []
    const one = async (start: number) => {
      for (let at = start; at < ASKS; at += 4) {
        const began = performance.now()
        await readable(db, (await listAudit(db, admin, asked[at % asked.length] ?? base)).items)
        times.push(performance.now() - began)
      }
    }
    await Promise.all([0, 1, 2, 3].map(one))
    times.sort((a, b) => a - b)
    p99s.push(times[Math.floor(times.length * 0.99)] ?? 0)
  }
  const ours = median(p99s)
  return {
    id: 'F13c',
    work: `a page of ${ENTRIES.toLocaleString('en')} audit entries, four at once, each filter and sort: p99`,
    ours,
    yardstick: null,
    unit: 'ms',
    ratio: null,
    reach: 'below 100 ms',
    met: ours < 100,
  }
}

/** A month of entries by two hundred people, all of them sealed. */
async function fill(db: Database): Promise<void> {
  await db.execute('truncate audit_entry, audit_head restart identity')
  await db.execute(`insert into organisation (id, name) values ('${organisationId}', 'Quill Ventures')`)
  await db.execute(`insert into account (id, organisation_id, email, firstname, lastname, roles, state)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '${organisationId}', 'person' || n || '@quill.test',
      'Person', n::text, '{presenter}', 'active' from generate_series(1, 200) n`)
  await db.execute(`insert into audit_entry (organisation_id, actor_id, action, subject, detail, ip, at)
    select '${organisationId}', ('00000000-0000-4000-8000-' || lpad((1 + n % 200)::text, 12, '0'))::uuid,
      (array['session.signIn', 'session.signOut', 'pitch.create', 'pitch.delete', 'report.export'])[1 + n % 5],
      '00000000-0000-4000-8000-' || lpad((1 + n % 977)::text, 12, '0'), '{"way": "password"}', '192.0.2.1',
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '26 seconds' from generate_series(1, ${ENTRIES}) n`)
  for (;;) if (((await sealEntries(db, key, undefined, 5000))?.sealed ?? 0) === 0) break
  await db.execute('analyze')
}
