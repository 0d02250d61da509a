import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { calls } from '#app/contract/calls.ts'
import { createApp } from '#app/server/app.ts'
import { handlers, hearers, uploadKinds } from '#app/server/features.ts'
import { serverModel } from '#app/server/rooms.ts'
import { readSettings } from '#app/server/settings.ts'
import { openSockets } from '#features/room/room/server/sockets/sockets.ts'
import { readClock } from '#server/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { openStorage } from '#server/storage/storage.ts'
import { oneConnectionEach } from '#testing/oneConnection.ts'
import { plannedOnce } from '#testing/plannedOnce.ts'
import { requestOf } from '#testing/rawCall.ts'
import type { Plant } from './plants.ts'

export type CallName = keyof typeof calls

/** One call on the wire. */
export interface Sending {
  readonly token: string | undefined
  readonly ip: string
  readonly call: CallName
  readonly input: Readonly<Record<string, unknown>>
  readonly key?: string
}

/** What came back: the code of the failure, or the answer; and all of it as text. */
export interface Answer {
  readonly code: string | undefined
  readonly data: Record<string, unknown>
  readonly text: string
}

/** One server of the console, in this process, with connections to the database of its own. */
export interface SimServer {
  readonly url: string
  readonly frame: Frame
  send(sending: Sending): Promise<Answer>
  /** Ends it; `abruptly`: with its transactions cut in the middle. */
  stop(abruptly?: boolean): Promise<void>
}

/** Nothing listens there: the servers learn from each other through the database, as when Redis is down. */
const NO_REDIS = 'redis://127.0.0.1:1'

interface Opened {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly name: string
  /** Takes the lines that a server logs as an error. */
  readonly failed: (line: string) => void
  readonly plant: Plant | undefined
}

async function openServer({ databaseUrl, dataDir, name, failed, plant }: Opened): Promise<SimServer> {
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    REDIS_URL: NO_REDIS,
  })
  const applicationName = `${name}_${process.pid}_${Math.random().toString(36).slice(2)}`
  const { pool, db } = openDatabase(`${databaseUrl}&application_name=${applicationName}`)
  plannedOnce(pool)
  let isEnding = false
  const log = pino(
    { level: 'error' },
    { write: line => void (isEnding || line.includes('"msg":"Unavailable"') || failed(line)) },
  )
  let rooms: Rooms | undefined
  const late = () => {
    if (!rooms) throw new Error('no sockets yet')
    return rooms
  }
  const base = {
    settings,
    log,
    pool,
    db: oneConnectionEach(pool, db),
    storage: await openStorage(settings),
    media: {
      ...{ url: '', httpUrl: '', apiKey: '', apiSecret: '' },
      status: () => 'off: there is no video in the simulator' as const,
      ready: async () => false,
    },
    hearers,
    uploadKinds,
    roomModel: plant?.roomModel?.(serverModel) ?? serverModel,
  }
  await readClock(db)
  const sockets = openSockets(base)
  rooms = sockets
  const frame: Frame = { ...base, rooms: late() }
  const app = await planted(plant, () => createApp(frame))
  sockets.attach(app.server as Server)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    frame,
    send: sending => send(app, sending),
    stop: async abruptly => {
      isEnding = true
      if (abruptly)
        await pool
          .query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
            applicationName,
          ])
          .catch(() => {})
      await sockets.close().catch(() => {})
      await app.close()
      await pool.end()
    },
  }
}

/** Creates the app with the handlers of a planted fault, and puts the product's own back. */
async function planted<T>(plant: Plant | undefined, create: () => Promise<T>): Promise<T> {
  const own = { ...handlers }
  Object.assign(handlers, plant?.handlers ?? {})
  try {
    return await create()
  } finally {
    Object.assign(handlers, own)
  }
}

async function send(app: FastifyInstance, { token, ip, call, input, key }: Sending): Promise<Answer> {
  const request = requestOf(call, input)
  const response = await app.inject({
    ...request,
    remoteAddress: ip,
    headers: {
      ...request.headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
  })
  const body = response.json() as { code?: number; error?: string; data?: object; results?: object }
  return {
    code: body.code === 1 ? undefined : (body.error ?? `status ${response.statusCode}`),
    data: { ...body.data, ...body.results },
    text: response.body,
  }
}

/** Two servers on one database. Either can be stopped and started again, and the clock of their machine can step. */
export async function openServers(databaseUrl: string, plant?: Plant) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-simulator-'))
  const failures: string[] = []
  const failed = (line: string) => void failures.push(line)
  let made = 0
  const open = async (name: string): Promise<SimServer> => {
    const server = await openServer({ databaseUrl, dataDir, name, failed, plant })
    return {
      ...server,
      send: sending => {
        made++
        return server.send(sending)
      },
    }
  }
  const servers = [await open('a'), await open('b')] as [SimServer, SimServer]
  const { pool, db } = openDatabase(databaseUrl)
  plannedOnce(pool)
  if (plant?.sql) await pool.query(plant.sql)
  const rightNow = Date.now
  return {
    servers,
    pool,
    db,
    /** How many calls were sent. */
    calls: () => made,
    /** What the servers logged as errors since this was asked last. */
    failures: () => failures.splice(0),
    restart: async (which: 0 | 1, abruptly: boolean) => {
      const fresh = await open(which === 0 ? 'a' : 'b')
      const old = servers[which]
      servers[which] = fresh
      await old.stop(abruptly)
    },
    /** Sets the clock of the servers' machine this many milliseconds wrong. */
    stepClock: (milliseconds: number) => {
      Date.now = milliseconds === 0 ? rightNow : () => rightNow() + milliseconds
    },
    stop: async () => {
      Date.now = rightNow
      for (const server of servers) await server.stop()
      await pool.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Servers = Awaited<ReturnType<typeof openServers>>
