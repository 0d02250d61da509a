import { chmodSync, mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createApp } from '#app/server/app.ts'
import { crontab, hearers, jobHandlers, uploadKinds } from '#app/server/features.ts'
import { type FirstSignIn, firstSignIn } from '#app/server/firstSignIn.ts'
import { type Parts, serveHealth } from '#app/server/http/health.ts'
import { createMetrics, type Metrics, openMetricsPort, serveMetrics } from '#app/server/metrics.ts'
import { serverModel } from '#app/server/rooms.ts'
import { startSealing } from '#features/core/audit/server/seal.ts'
import { bounceStatus } from '#features/notify/mail/server/reports/mailbox.ts'
import { smsStatus } from '#features/notify/mail/server/sms.ts'
import { closeMail, mailStatus } from '#features/notify/mail/server/transport.ts'
import { replayView } from '#features/results/replay/server/firstView.ts'
import { convertStatus } from '#features/room/deck/server/convert/office.ts'
import { startDeckUpkeep } from '#features/room/deck/server/upkeep.ts'
import { startWatchingDisk } from '#features/room/recording/server/disk.ts'
import { startRecordings } from '#features/room/recording/server/recordings.ts'
import { recordingStatus } from '#features/room/recording/server/status.ts'
import { mayConnect } from '#features/room/room/server/sockets/guard.ts'
import { openSockets } from '#features/room/room/server/sockets/sockets.ts'
import { mayJoinVideo } from '#features/room/video/server/admission.ts'
import { startHearings } from '#features/talk/caption/server/speech/hearings.ts'
import { speechStatus } from '#features/talk/caption/server/speech/status.ts'
import { translateStatus } from '#features/talk/caption/server/translating/translator.ts'
import { CannotStart } from '#server/cannotStart.ts'
import { clockStatus, readClock } from '#server/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { type EmbeddedPostgres, startPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import { migrateJobs, startJobs } from '#server/jobs/jobs.ts'
import { closeLimits } from '#server/limits.ts'
import { logRequests } from '#server/log.ts'
import { signallingPath } from '#server/media/configuration.ts'
import { startMedia } from '#server/media/livekit.ts'
import { answerSignalling, passSignalling } from '#server/media/signalling.ts'
import type { Settings } from '#server/settings.ts'
import { openStorage } from '#server/storage/storage.ts'
import { serveWeb, serveWebSources } from '#server/web.ts'

/** A running console, all its parts included. */
export interface Console {
  readonly app: FastifyInstance
  readonly frame: Frame
  readonly parts: Parts
  readonly firstSignIn: FirstSignIn | undefined
  /** Stops the parts in the reverse order of their start; each finishes its requests first. */
  stop(): Promise<void>
}

export interface ConsoleOptions {
  /** Serve the web app's sources with reload, instead of the build. */
  readonly sources: boolean
  /** Called after each part, to measure the start. */
  readonly lap?: (what: string) => void
  /** If given, LiveKit is built in the background where there is none; called with lines of progress. */
  readonly buildVideo?: ((line: string) => void) | undefined
}

const partLine = (log: FastifyBaseLogger, part: string) => (line: string) => log.debug({ part }, line)

/** Starts every part and listens. When a part fails, those before it are stopped again. */
export async function startConsole(settings: Settings, log: FastifyBaseLogger, options: ConsoleOptions) {
  const started = new AsyncDisposableStack()
  try {
    return await startParts(settings, log, options, started)
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startParts(
  settings: Settings,
  log: FastifyBaseLogger,
  { sources, lap = () => {}, buildVideo }: ConsoleOptions,
  started: AsyncDisposableStack,
): Promise<Console> {
  openDataFolder(settings.dataDir)
  const [postgres, media] = await Promise.all([
    findDatabase(settings, log, started),
    startMedia(settings, { log: partLine(log, 'livekit'), build: buildVideo }),
  ])
  started.defer(() => media.stop())
  lap('database and video')
  const { pool, db, ensure } = openDatabase(postgres.url, error =>
    log.warn({ err: error }, 'an idle database connection was lost'),
  )
  started.defer(() => pool.end())
  await ensure()
  await readClock(db)
  await migrateDatabase(pool, { waits: name => log.warn({ migration: name }, 'a migration waits for a lock') })
  await migrateJobs(pool)
  const first = await firstSignIn(db, settings)
  lap('migrated')

  const metrics = createMetrics()
  const withoutRooms = {
    settings,
    log,
    pool,
    db,
    storage: await openStorage(settings),
    media,
    hearers,
    uploadKinds,
    roomModel: serverModel,
  }
  const sockets = openSockets(withoutRooms)
  const frame: Frame = { ...withoutRooms, rooms: metrics.countRooms(sockets) }
  const sealing = startSealing(frame)
  started.defer(sealing.stop)
  const jobsStatus = await startWork(frame, metrics, started)
  const parts = partsOf(frame, { postgres, jobs: jobsStatus, audit: sealing.status })
  const app = await createApp(frame)
  const server = app.server as Server
  addRoutes(app, frame, metrics, parts)
  await (sources ? serveWebSources(app) : serveWeb(app, [replayView]))
  metrics.watchSockets(sockets.connections)
  sockets.attach(server)
  started.defer(() => app.close())
  started.defer(
    passSignalling(server, media, {
      mayConnect: request => mayConnect(frame, request),
      mayJoin: token => mayJoinVideo(frame, token),
    }),
  )
  started.defer(sockets.close)
  lap('routes')
  if (settings.metricsPort !== undefined) {
    const own = await openMetricsPort(metrics, settings.metricsPort)
    started.defer(() => void own.close())
  }
  await app.listen({ port: settings.port, host: settings.host })
  lap('listening')
  return { app, frame, parts, firstSignIn: first, stop: () => started.disposeAsync() }
}

/** The state of each part, for `/healthz`. */
function partsOf(
  frame: Frame,
  { postgres, jobs, audit }: { postgres: Pick<EmbeddedPostgres, 'status'> } & Pick<Parts, 'jobs' | 'audit'>,
): Parts {
  return {
    database: async () => {
      if (postgres.status() !== 'ok') return postgres.status()
      await frame.pool.query('select 1')
      return 'ok'
    },
    media: () => frame.media.status(),
    recording: () => recordingStatus(frame),
    convert: () => convertStatus(frame.settings),
    mail: () => mailStatus(frame),
    bounces: () => bounceStatus(frame),
    sms: () => smsStatus(frame),
    speech: () => speechStatus(frame),
    translate: () => translateStatus(frame),
    storage: () => frame.storage.status(),
    jobs,
    audit,
    clock: clockStatus,
  }
}

/** Routes besides the calls and the web app. */
function addRoutes(app: FastifyInstance, { settings, media }: Frame, metrics: Metrics, parts: Parts) {
  logRequests(app)
  metrics.measureCalls(app)
  app.get(`${signallingPath}/*`, (request, reply) => {
    reply.hijack()
    answerSignalling(request.raw, reply.raw, media)
  })
  serveHealth(app, parts)
  serveMetrics(app, metrics, settings.metricsToken)
}

/** Starts jobs and the upkeep of decks. Returns the status of the jobs. */
async function startWork(frame: Frame, metrics: Metrics, started: AsyncDisposableStack): Promise<Parts['jobs']> {
  started.defer(closeMail)
  started.defer(() => closeLimits(frame))
  if (!frame.settings.redisUrl) await freeJobsOfDeadWorkers(frame.pool)
  const jobs = await startJobs(frame, jobHandlers, crontab)
  started.defer(() => jobs.stop())
  started.defer(startDeckUpkeep(frame))
  started.defer(startHearings(frame).stop)
  started.defer(startRecordings(frame).stop)
  started.defer(startWatchingDisk(frame))
  metrics.watchJobs(jobs, frame.pool)
  let status: PartStatus = 'ok'
  const ended = () => {
    status = 'off: the job runner has ended'
  }
  jobs.promise.then(ended, ended)
  return () => status
}

/** Jobs that a crash interrupted would else wait four hours. Only where no other server can be working on them. */
const freeJobsOfDeadWorkers = (pool: pg.Pool) =>
  pool.query(`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`)

/** Readable by its owner only; as root, PostgreSQL's user has to pass through. */
function openDataFolder(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

async function findDatabase(
  settings: Settings,
  log: FastifyBaseLogger,
  started: AsyncDisposableStack,
): Promise<Pick<EmbeddedPostgres, 'url' | 'status'>> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, status: () => 'ok' }
  const own = await startPostgres(join(settings.dataDir, 'postgres'), { onLine: partLine(log, 'postgres') })
  if (!own.owned)
    throw new CannotStart(
      `Another Rostrum is running on ${settings.dataDir}. Stop it, or give this one a folder of its own: DATA_DIR=… npm start`,
    )
  started.defer(() => own.stop())
  return own
}
