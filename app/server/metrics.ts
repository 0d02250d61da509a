import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Runner } from 'graphile-worker'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Rooms } from '#server/frame.ts'
import { codeOf } from '#server/http/errors.ts'

/** Counters and measurements, read by Prometheus at `/metrics`. */
export interface Metrics {
  readonly registry: Registry
  /** Durations of calls in seconds, by the call's name and its outcome: `ok` or the error's code. */
  measureCalls(app: FastifyInstance): void
  /** Counts the events and signals that go to rooms. */
  countRooms(rooms: Rooms): Rooms
  /** Open room connections, counted at each reading. */
  watchSockets(count: () => number): void
  watchJobs(runner: Runner, pool: pg.Pool): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { callSeconds, roomEvents, roomSignals, jobSeconds } = instruments(registers)
  return {
    registry,
    measureCalls: app => {
      const failed = new WeakMap<object, string>()
      app.addHook('onError', async (request, _reply, error) => void failed.set(request, codeOf(error)))
      app.addHook('onResponse', async (request, reply) => {
        const { call } = request.routeOptions.config as { call?: string }
        if (call) callSeconds.observe({ call, code: failed.get(request) ?? 'ok' }, reply.elapsedTime / 1000)
      })
    },
    countRooms: rooms => ({
      ...rooms,
      publish: (pitchId, events) => {
        for (const { type } of events) roomEvents.inc({ type })
        rooms.publish(pitchId, events)
      },
      signal: (pitchId, to, type, payload) => {
        roomSignals.inc({ type })
        rooms.signal(pitchId, to, type, payload)
      },
    }),
    watchSockets: count => {
      new Gauge({
        name: 'rostrum_room_connections',
        help: 'Open room connections',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
    watchJobs: (runner, pool) => {
      const began = new WeakMap<object, number>()
      runner.events.on('job:start', ({ job }) => began.set(job, performance.now()))
      runner.events.on('job:complete', ({ job, error }) => {
        const seconds = (performance.now() - (began.get(job) ?? performance.now())) / 1000
        jobSeconds.observe({ job: job.task_identifier, outcome: error ? 'failed' : 'ok' }, seconds)
      })
      new Gauge({
        name: 'rostrum_jobs_waiting',
        help: 'Jobs that are due and not yet done',
        registers,
        async collect() {
          const due = 'select count(*)::int as n from graphile_worker.jobs where run_at <= now()'
          const answer = await pool.query<{ n: number }>(due).catch(() => undefined)
          this.set(answer?.rows[0]?.n ?? Number.NaN)
        },
      })
    },
  }
}

/** The histograms and counters that the console fills. */
function instruments(registers: Registry[]) {
  const callSeconds = new Histogram({
    name: 'rostrum_call_duration_seconds',
    help: 'Duration of calls by name and outcome',
    labelNames: ['call', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const roomEvents = new Counter({
    name: 'rostrum_room_events_total',
    help: 'Numbered events sent to rooms, by type',
    labelNames: ['type'],
    registers,
  })
  const roomSignals = new Counter({
    name: 'rostrum_room_signals_total',
    help: 'Signals that may be lost, sent to rooms, by type',
    labelNames: ['type'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'rostrum_job_duration_seconds',
    help: 'Duration of background jobs by name and outcome',
    labelNames: ['job', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300],
    registers,
  })
  return { callSeconds, roomEvents, roomSignals, jobSeconds }
}

/**
 * `GET /metrics` at the console's own address, only for a caller with the token. The address of a connection proves nothing:
 * behind a proxy on this machine every request comes from it.
 */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics, token: string | undefined) {
  if (token === undefined) return
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, token)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** `GET /metrics` on a port of its own that only this machine reaches, and no proxy in front of the console. */
export async function openMetricsPort({ registry }: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function hasToken({ headers }: FastifyRequest, token: string) {
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
