import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { jobWorker } from './tables.ts'

/** How often a server reports its workers, in milliseconds. */
export const WORKERS_BEAT = 5000
/** Seconds without a report after which a worker counts as dead. */
const SILENT = 20

/**
 * Reports these workers as alive, and releases the jobs of dead workers: otherwise a killed server's jobs would wait
 * for four hours. It uses the database's time, since servers' clocks may differ.
 */
export async function beatWorkers(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .insert(jobWorker)
      .values(ids.map(id => ({ id, seenAt: sql`now()` })))
      .onConflictDoUpdate({ target: jobWorker.id, set: { seenAt: sql`now()` } })
  const silent = sql`now() - make_interval(secs => ${SILENT})`
  // A new worker may not have reported yet.
  await db.execute(sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_at < ${silent}
      and not exists (select from ${jobWorker} where ${jobWorker.id} = locked_by and ${jobWorker.seenAt} >= ${silent})))`)
  await db.delete(jobWorker).where(sql`${jobWorker.seenAt} < now() - interval '1 day'`)
}
