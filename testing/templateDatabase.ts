import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'

// These databases need not survive a crash, so writes do not wait for the disk.
const careless = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  // nor is anything gained by writing what is in memory now and then, or by compiling statements of a few rows
  ...['checkpoint_timeout=1h', 'max_wal_size=8GB', 'bgwriter_lru_maxpages=0', 'jit=off'],
]

/** A PostgreSQL of its own with one migrated database, of which tests make copies (about 20 ms each). */
export async function startTemplateDatabase() {
  const dir = await mkdtemp(join(tmpdir(), 'rostrum-test-'))
  await chmod(dir, 0o711) // PostgreSQL's user has to pass through it
  const server = await startPostgres(join(dir, 'postgres'), { args: careless.flatMap(setting => ['-c', setting]) })
  const { pool, ensure } = openDatabase(server.url)
  await ensure()
  await migrateDatabase(pool)
  await migrateJobs(pool)
  await pool.end() // a template must have no connections
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
