import { expect, it } from 'vitest'
import { CannotStart } from '#server/cannotStart.ts'
import { openDatabase } from '#server/db/database.ts'
import { freshDatabase } from '#testing/database.ts'
import { migrateJobs } from './jobs.ts'

it('refuses jobs that a newer version has migrated beyond what this one can run, with a clear message', async () => {
  const exitCode = process.exitCode
  const { pool } = openDatabase(await freshDatabase())
  await migrateJobs(pool)
  await pool.query('insert into graphile_worker.migrations (id, breaking) values (999999, true)')
  await expect(migrateJobs(pool)).rejects.toThrow(CannotStart)
  await expect(migrateJobs(pool)).rejects.toThrow(/^The jobs in this database are newer than this Rostrum/)
  await pool.end()
  process.exitCode = exitCode // the library sets its own, which is ours to say
})
