import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import {
  type JobHelpers,
  Logger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { CannotStart, START_NEWER } from '#server/cannotStart.ts'
import type { Transaction } from '#server/db/database.ts'
import { every } from '#server/every.ts'
import type { Frame } from '#server/frame.ts'
import { version } from '#server/version.ts'
import { beatWorkers, WORKERS_BEAT } from './workers.ts'

/** Every job and its payload; a word's jobs.ts adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Jobs {}

/** The handlers of jobs. `attempt` counts from 1. */
export type JobHandlers = {
  readonly [J in keyof Jobs]?: (
    payload: Jobs[J],
    frame: Frame,
    run: { attempt: number; lastAttempt: boolean; signal: AbortSignal | undefined },
  ) => Promise<void>
}

export type Enqueue = <J extends keyof Jobs>(
  job: J,
  payload: Jobs[J],
  options?: { key?: string; runAt?: Date; maxAttempts?: number; queue?: string },
) => Promise<void>

/**
 * Adds a job in the call's transaction: it exists if and only if the call's rows do. A job with the same key is
 * replaced.
 */
export async function addJob<J extends keyof Jobs>(
  db: Transaction,
  job: J,
  payload: Jobs[J],
  options: Parameters<Enqueue>[2] = {},
): Promise<void> {
  const runAt = options.runAt?.toISOString() ?? null
  await db.execute(
    sql`select graphile_worker.add_job(${job}::text, ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null}::text, run_at => ${runAt}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}::text,
      job_key_mode => 'replace')`,
  )
}

/**
 * Uses a separate connection, which waits for as long as another server's migration takes. Fails with `CannotStart` if
 * a newer version has migrated the jobs in a way that this version would break.
 */
export async function migrateJobs({ options: { connectionString } }: pg.Pool): Promise<void> {
  try {
    await runMigrations({ connectionString: connectionString ?? '' })
  } catch (error) {
    if (!/Graphile Worker schema revision \d+ which includes breaking/.test(String(error))) throw error
    throw new CannotStart(`The jobs in this database are newer than this Rostrum ${version}. ${START_NEWER}`)
  }
}

/**
 * Runs jobs until the runner is stopped. If other servers may run jobs too (`REDIS_URL`), it reports its living workers
 * and takes over the jobs of dead ones.
 */
export async function startJobs(frame: Frame, handlers: JobHandlers, crontab: string): Promise<Runner> {
  const taskList: TaskList = {}
  for (const [name, handle] of Object.entries(handlers)) {
    taskList[name] = async (payload: unknown, helpers: JobHelpers) => {
      const { attempts, max_attempts } = helpers.job
      await (handle as (...args: unknown[]) => Promise<void>)(payload, frame, {
        attempt: attempts,
        lastAttempt: attempts >= max_attempts,
        signal: helpers.abortSignal,
      })
    }
  }
  const workers = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId))
  events.on('worker:release', ({ worker }) => workers.delete(worker.workerId))
  const runner = await run({
    events,
    pgPool: frame.pool,
    taskList,
    concurrency: 4,
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) =>
        frame.log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug']({ part: 'jobs' }, message),
    ),
    pollInterval: 2000,
    crontab,
  })
  if (!frame.settings.redisUrl) return runner
  const logFailure = (error: unknown) => frame.log.warn({ err: error }, 'workers are looked after later')
  const look = () => beatWorkers(frame.db, [...workers])
  await look().catch(logFailure)
  const stop = every(WORKERS_BEAT, look, logFailure)
  void runner.promise.finally(stop).catch(() => {})
  return runner
}
