import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '#testing/database.ts'
import { migrateElsewhere, nextMigrations } from '#testing/nextMigrations.ts'
import { openDatabase } from './database.ts'
import { migrateDatabase, readMigrations } from './migrate.ts'

const pools: pg.Pool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
})
function poolOf(url: string): pg.Pool {
  const { pool } = openDatabase(url)
  pools.push(pool)
  return pool
}
const hasRun = async (pool: pg.Pool) =>
  (await pool.query('select hash from drizzle.__drizzle_migrations order by id')).rows.map(row => row.hash as string)
const hashes = (folder?: string) => readMigrations(folder).map(({ hash }) => hash)

describe('migrations', { timeout: 60_000 }, () => {
  it('run once each, in their order', async () => {
    const pool = poolOf(await emptyDatabase())
    await migrateDatabase(pool)
    expect(await hasRun(pool)).toEqual(hashes())
    const folder = await nextMigrations('create table one (n int)', 'alter table one add column m int')
    await migrateDatabase(pool, { folder })
    await migrateDatabase(pool, { folder })
    expect(await hasRun(pool)).toEqual(hashes(folder))
    expect((await pool.query('select n, m from one')).rows).toEqual([])
  })

  it('run although one that was made later has run already, as after a merge', async () => {
    const pool = poolOf(await freshDatabase())
    const [, second] = readMigrations(await nextMigrations('select 1', 'select 2')).slice(-2)
    await pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      second?.hash,
      second?.madeAt,
    ])
    const folder = await nextMigrations('select 1', 'select 2')
    await migrateDatabase(pool, { folder })
    expect((await hasRun(pool)).toSorted()).toEqual(hashes(folder).toSorted())
  })

  it('leave nothing of one that fails, and run none after it', async () => {
    const pool = poolOf(await freshDatabase())
    const folder = await nextMigrations(
      'create table one (n int);--> statement-breakpoint\nselect no_such_column',
      'create table two (n int)',
    )
    await expect(migrateDatabase(pool, { folder })).rejects.toThrow('no_such_column')
    expect(await hasRun(pool)).toEqual(hashes())
    const { rows } = await pool.query(`select to_regclass('one') as one, to_regclass('two') as two`)
    expect(rows).toEqual([{ one: null, two: null }])
  })

  it('run once when two processes start at once, also with a concurrent index', async () => {
    const url = await freshDatabase()
    const folder = await nextMigrations(
      'create table one (n int);--> statement-breakpoint\ninsert into one values (1)',
      'create index concurrently if not exists account_next on account (location)',
    )
    await Promise.all([migrateElsewhere(url, folder), migrateElsewhere(url, folder)])
    const pool = poolOf(url)
    expect((await pool.query('select n from one')).rows).toEqual([{ n: 1 }])
    expect(await hasRun(pool)).toEqual(hashes(folder))
    expect(
      (await pool.query(`select indisvalid from pg_index where indexrelid = 'account_next'::regclass`)).rows,
    ).toEqual([{ indisvalid: true }])
  })

  it('let the calls go on while they wait for a lock, and run when they get it', async () => {
    const url = await freshDatabase()
    const [pool, calls] = [poolOf(url), poolOf(url)]
    const long = await calls.connect()
    await long.query('begin')
    await long.query('set local idle_in_transaction_session_timeout = 0')
    await long.query('select count(*) from account')
    const waited: string[] = []
    const folder = await nextMigrations('alter table account add column next text')
    const migrated = migrateDatabase(pool, { folder, waits: name => waited.push(name) })
    await sleep(500)
    const began = performance.now()
    await calls.query('select count(*) from account')
    expect(performance.now() - began).toBeLessThan(4000)
    while (waited.length === 0) await sleep(50)
    await long.query('commit')
    long.release()
    await migrated
    expect(waited[0]).toMatch(/^\d{4}_next$/)
    expect(await hasRun(pool)).toEqual(hashes(folder))
  })

  it('refuse a newer database, and one with another migration', async () => {
    const pool = poolOf(await freshDatabase())
    const folder = await nextMigrations('create table one (n int)')
    await migrateDatabase(pool, { folder })
    await expect(migrateDatabase(pool)).rejects.toThrow(/newer than this Rostrum .* a migration that this version/)
    const changed = await nextMigrations('create table two (n int)')
    await expect(migrateDatabase(pool, { folder: changed })).rejects.toThrow(/its migration \d{4}_next is not the one/)
    expect((await pool.query(`select to_regclass('two') as two`)).rows).toEqual([{ two: null }])
  })

  it.each(['account_search_parts', 'company_search_parts', 'contact_list_member_search_parts'])(
    'create the search index %s again after an interruption',
    async name => {
      const pool = poolOf(await freshDatabase())
      const isValid = async () =>
        (await pool.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [name])).rows
      expect(await isValid()).toEqual([{ indisvalid: true }])
      await pool.query('update pg_index set indisvalid = false where indexrelid = to_regclass($1)', [name])
      await migrateDatabase(pool)
      expect(await isValid()).toEqual([{ indisvalid: true }])
    },
  )
})
