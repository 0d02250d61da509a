import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CannotStart, START_NEWER } from '#server/cannotStart.ts'
import { version } from '#server/version.ts'

/** One file of `migrations/`. The database identifies it by the SHA-256 of its text. */
export interface Migration {
  readonly name: string
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly statements: readonly string[]
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[]
}

const ownFolder = new URL('../../migrations', import.meta.url).pathname

/** The migrations of a folder in execution order. */
export function readMigrations(folder = ownFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      name: tag,
      hash: createHash('sha256').update(text).digest('hex'),
      madeAt: when,
      statements: text.split('--> statement-breakpoint'),
    }
  })
}

export interface MigrateOptions {
  /** A folder other than `migrations/`. */
  readonly folder?: string
  /** Called repeatedly while a migration waits for a lock. */
  readonly waits?: (name: string) => void
}

/**
 * Runs the migrations that a database does not have, one transaction each, while older servers keep working with it. If
 * two processes start at once, one migrates and the other waits for as long as that takes. Fails with `CannotStart` for
 * a database with migrations that this version does not know.
 */
export async function migrateDatabase(pool: pg.Pool, { folder, waits = () => {} }: MigrateOptions = {}): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0')
    await takeTurn(client)
    await client.query('create schema if not exists drizzle')
    await client.query(
      'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
    for (const migration of await missing(client, readMigrations(folder))) await run(client, migration, waits)
    await indexSearches(client)
  } finally {
    await client.query('select pg_advisory_unlock(7061)')
    await client.query('reset lock_timeout')
    client.release()
  }
}

/** Polls instead of waiting in the database: `create index concurrently` would wait for the waiting transaction. */
async function takeTurn(client: pg.PoolClient): Promise<void> {
  const ask = async () =>
    (await client.query('select pg_try_advisory_lock(7061) as "isOurs"')).rows[0].isOurs as boolean
  while (!(await ask())) await sleep(100)
}

/** The migrations that this database does not have. */
async function missing(client: pg.PoolClient, known: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query('select hash, created_at as "madeAt" from drizzle.__drizzle_migrations')
  const run = new Map((rows as { hash: string; madeAt: string }[]).map(row => [row.hash, Number(row.madeAt)]))
  const unknown = [...run].filter(([hash]) => known.every(one => one.hash !== hash)).map(([, madeAt]) => madeAt)
  if (unknown.length > 0) throw newerDatabase(unknown, known)
  return known.filter(({ hash }) => !run.has(hash))
}

function newerDatabase(unknown: readonly number[], known: readonly Migration[]): CannotStart {
  const changed = known.find(({ madeAt }) => unknown.includes(madeAt))
  return new CannotStart(
    changed
      ? `This database was made by another Rostrum than this ${version}: its migration ${changed.name} is not the one of this version. Start the version that made it.`
      : `This database is newer than this Rostrum ${version}: it has ${unknown.length === 1 ? 'a migration' : `${unknown.length} migrations`} that this version does not know. ${START_NEWER}`,
  )
}

/**
 * Milliseconds that a migration waits for a lock, blocking later queries on that table, and the pause before it tries
 * again.
 */
const LOCK = { wait: 2000, pause: 1000 }

/** Runs a migration in one transaction, and again when it did not get a lock. */
async function run(client: pg.PoolClient, migration: Migration, waits: (name: string) => void): Promise<void> {
  const note = { text: 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)' }
  const values = [migration.hash, migration.madeAt]
  // PostgreSQL creates such an index only outside a transaction. It blocks no other query, so it may wait for a lock.
  if (isConcurrent(migration)) {
    for (const statement of migration.statements) await client.query(statement)
    await client.query({ ...note, values })
    return
  }
  for (;;) {
    try {
      await client.query('begin')
      // all at once: hundreds of answers, each waited for, take many times as long on a busy machine
      await client.query([`set local lock_timeout = ${LOCK.wait}`, ...migration.statements].join('\n;\n'))
      await client.query({ ...note, values })
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: string }).code !== '55P03') throw error // lock_not_available
      waits(migration.name)
      await sleep(LOCK.pause)
    }
  }
}

/** Whether a migration creates or drops indexes concurrently. */
export const isConcurrent = ({ statements }: Pick<Migration, 'statements'>): boolean =>
  statements.some(statement => /\bindex\s+concurrently\b/i.test(statement))

/** Trigram indexes of what is searched by any part of it. */
const searches = [
  { name: 'account_search_parts', table: 'account' },
  { name: 'company_search_parts', table: 'company' },
  { name: 'contact_list_member_search_parts', table: 'contact_list_member' },
] as const

/**
 * Creates the trigram indexes for searching people, companies and contact lists. Not every database has the extension, or
 * lets us add it: without it a search reads every row, which is slower with the same result. An index left invalid is
 * created again.
 */
async function indexSearches(client: pg.PoolClient): Promise<void> {
  for (const { name, table } of searches) {
    const { rows } = await client.query(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [name],
    )
    if (rows[0]?.isValid) continue
    try {
      await client.query('create extension if not exists pg_trgm')
    } catch {
      return
    }
    await client.query(`drop index concurrently if exists ${name}`)
    await client.query(`create index concurrently ${name} on ${table} using gin (search gin_trgm_ops)`)
  }
}
