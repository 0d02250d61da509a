import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'

/** A separate PostgreSQL for one figure, with tables and no accounts, in a folder that is removed with it. */
export interface BenchDatabase {
  readonly url: string
  readonly folder: string
  readonly pool: pg.Pool
  readonly db: ReturnType<typeof openDatabase>['db']
  stop(): Promise<void>
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-bench-'))
  await chmod(folder, 0o711) // PostgreSQL's user has to pass through it
  const server = await startPostgres(join(folder, 'postgres'))
  const { pool, db, ensure } = openDatabase(server.url)
  await ensure()
  await migrateDatabase(pool)
  await migrateJobs(pool)
  return {
    ...{ url: server.url, folder, pool, db },
    stop: async () => {
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
