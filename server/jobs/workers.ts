import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { jobWorker } from './tables.ts'

/** How often a server says which workers it has, in milliseconds. */
export const WORKERS_BEAT = 5000
/** Seconds of silence after which a worker is dead. */
const SILENT = 20

/**
 * Says that these workers are alive, and frees the jobs of those that nobody has heard of: a killed server's jobs would
 * else wait for four hours. The database's clock counts, since servers' own may differ.
 */
export async function beatWorkers(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .insert(jobWorker)
      .values(ids.map(id => ({ id, seenAt: sql`now()` })))
      .onConflictDoUpdate({ target: jobWorker.id, set: { seenAt: sql`now()` } })
  const silent = sql`now() - make_interval(secs => ${SILENT})`
  // A worker that has just begun may not have been noted yet.
  await db.execute(sql`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_at < ${silent}
      and not exists (select from ${jobWorker} where ${jobWorker.id} = locked_by and ${jobWorker.seenAt} >= ${silent})))`)
  await db.delete(jobWorker).where(sql`${jobWorker.seenAt} < now() - interval '1 day'`)
}
