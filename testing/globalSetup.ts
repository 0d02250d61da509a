import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}

// These databases need not survive a crash, so writes do not wait for the disk.
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

/** One PostgreSQL for the run with one migrated template; every test file copies it (about 20 ms). */
export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'rostrum-test-'))
  await chmod(dir, 0o711) // PostgreSQL's user has to pass through it
  const server = await startPostgres(join(dir, 'postgres'), { args: careless.flatMap(setting => ['-c', setting]) })
  const { pool, ensure } = openDatabase(server.url)
  await ensure()
  await migrateDatabase(pool)
  await migrateJobs(pool)
  await pool.end() // a template must have no connections
  project.provide('postgres', server.url)
  return async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
