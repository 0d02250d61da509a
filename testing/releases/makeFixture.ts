import type pg from 'pg'
import { crontab, jobHandlers } from '#app/server/features.ts'
import { sealEntries } from '#features/core/audit/server/seal.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { addJob, migrateJobs, startJobs } from '#server/jobs/jobs.ts'
import { onDatabase } from '#testing/database.ts'
import { startOAuthServer } from '#testing/oauthServer.ts'
import { providerSettings } from '#testing/socialBrowser.ts'
import { startRooms, until } from '#testing/startRooms.ts'
import { startTranslateServer } from '#testing/translateServer.ts'
import { dumpDatabase, objectsOf, restoreDatabase } from './dump.ts'
import { fillAccounts } from './fillAccounts.ts'
import { fillPitches } from './fillPitches.ts'

/** The keys of the console that made the fixtures, which sign and encrypt their contents. */
export const fixtureKeys = {
  AUDIT_KEY: 'the key that signs fixtures and nothing else',
  SECRET_KEY: 'the key that seals fixtures and nothing else',
} as const

/** A small database with rows in every table, as today's code leaves them, made by a PostgreSQL with no other database. */
export async function makeFixture(server: string): Promise<{ dump: string; tables: number; rows: number }> {
  const url = onDatabase(server, 'fixture')
  const { pool, ensure } = openDatabase(url)
  await ensure()
  await migrateDatabase(pool)
  await migrateJobs(pool)
  try {
    return await filled(url, async () => {
      const counts = await countRows(pool)
      const empty = counts.filter(({ rows }) => rows === 0).map(({ name }) => name)
      if (empty.length > 0) throw new Error(`No rows in ${empty.join(', ')}: add them in testing/releases/fill….ts`)
      const dump = await dumpDatabase(url)
      await refuseLossy(url, onDatabase(server, 'restored'), dump)
      return { dump, tables: counts.length, rows: counts.reduce((sum, { rows }) => sum + rows, 0) }
    })
  } finally {
    await pool.end()
  }
}

/**
 * A console with stand-ins for the providers of accounts and translations, used for an evening; `look` reads it while
 * it runs.
 */
async function filled<T>(url: string, look: () => Promise<T>): Promise<T> {
  await using stops = new AsyncDisposableStack()
  const [google, linkedin, translate] = [
    await startOAuthServer(),
    await startOAuthServer({ putsNonce: false }),
    await startTranslateServer(),
  ]
  for (const one of [google, linkedin, translate]) stops.defer(one.stop)
  const stack = await startRooms(
    {
      ...{ DATABASE_URL: url, ...fixtureKeys, REGISTRATION: 'open' },
      ...{ TRANSLATE_PROVIDER: 'libretranslate', TRANSLATE_URL: translate.url },
      ...providerSettings({ linkedin, others: google }),
    },
    // screens may be shared, and no outside service is called
    { media: { url: '', httpUrl: '', apiKey: '', apiSecret: '', status: () => 'ok', ready: async () => false } },
  )
  stops.defer(stack.stop)
  const jobs = await startJobs(stack.frame, jobHandlers, crontab)
  try {
    await fillAccounts(stack, google)
    await fillPitches(stack)
    const due = 'select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts'
    await until(async () => (await stack.frame.pool.query(due)).rowCount === 0, 60_000)
  } finally {
    await jobs.stop()
  }
  // as the schedule does every minute
  const runAt = new Date(Date.now() + 3_600_000)
  await stack.db.transaction(tx => addJob(tx, 'tidyVideo', {}, { queue: 'tidyVideo', key: 'tidyVideo', runAt }))
  await sealEntries(stack.db, fixtureKeys.AUDIT_KEY)
  return await look()
}

async function countRows(pool: pg.Pool): Promise<{ name: string; rows: number }[]> {
  const { rows: tables } = await pool.query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'drizzle', 'graphile_worker') order by 1`)
  const counted = tables.map(async ({ name }: { name: string }) => {
    const { rows } = await pool.query(`select count(*)::int as n from ${name}`)
    return { name, rows: rows[0].n as number }
  })
  return Promise.all(counted)
}

/** A dump that does not recreate the same database is incomplete. */
async function refuseLossy(url: string, again: string, dump: string): Promise<void> {
  await openAndClose(again)
  await restoreDatabase(again, dump)
  const [before, after] = [await objectsOf(url), await objectsOf(again)]
  const lost = [...before.filter(one => !after.includes(one)), ...after.filter(one => !before.includes(one))]
  if (lost.length > 0) throw new Error(`The dump does not make these as they were:\n${lost.join('\n')}`)
  if ((await dumpDatabase(again)) !== dump) throw new Error('The dump does not hold every row as it was.')
}

async function openAndClose(url: string) {
  const { pool, ensure } = openDatabase(url)
  await ensure()
  await pool.end()
}
