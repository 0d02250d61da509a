import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Redis } from 'ioredis'
import type { RoomEvent } from '#features/room/room/parts.ts'
import type { Arrival } from '#features/room/room/socket.ts'
import { rightTime } from '#server/clock.ts'
import type { Audience, Frame, Rooms } from '#server/frame.ts'
import { listenToDatabase } from './listen.ts'

/** The messages between the servers of one console. Any may get lost: event numbers and the database make up for it. */
export type ClusterMessage =
  | { kind: 'events'; pitchId: number; events: readonly RoomEvent[] }
  | { kind: 'signal'; pitchId: number; to: Audience; type: string; payload: unknown }
  | { kind: 'presence'; pitchId: number; joined: readonly Arrival[]; left: readonly string[]; more: boolean }
  | { kind: 'disconnect'; whom: Parameters<Rooms['disconnect']>[0] }

export interface Cluster {
  send(message: ClusterMessage): void
  close(): Promise<void>
}

const singleServer: Cluster = { send: () => {}, close: async () => {} }

/** Milliseconds that Redis may take to answer, and before the next attempt to connect. */
const REDIS = { timeout: 500, retry: 300 }
/** Milliseconds for which a server that no longer listens is missed. */
const MISSED = 20_000
/** For how many milliseconds the id of a received message is kept, and how many ids at most. */
const KNOWN = { for: 60_000, most: 20_000 }
/** Milliseconds after which a message is too old: a server that stood still for so long has lost its people anyway. */
const LATE = 15_000

interface Envelope {
  readonly from: string
  readonly id: string
  readonly at: number
  readonly message: ClusterMessage
}

/**
 * Joins the other servers over Redis, when REDIS_URL names one. `receive` gets the messages of the others. Whenever
 * Redis does not answer, or fewer servers listen to it than a moment ago, the message also goes through the database:
 * no request waits for Redis, and a person who was sent away is away at every server. A slow Redis delivers it a second
 * time.
 */
export function joinCluster(
  { settings, db, pool, log }: Omit<Frame, 'rooms'>,
  serverId: string,
  receive: (message: ClusterMessage) => void,
): Cluster {
  if (!settings.redisUrl) return singleServer
  const { publisher, subscriber, warn } = connectRedis(settings.redisUrl, log)
  const isNew = rememberReceived()
  const hear = (text: string) => {
    try {
      const envelope = JSON.parse(text) as Envelope
      // rooms recognize events by their numbers
      if (envelope.from !== serverId && (envelope.message.kind === 'events' || isNew(envelope)))
        receive(envelope.message)
    } catch (error) {
      log.warn({ err: error }, 'a message of another server was not understood')
    }
  }
  const database = listenToDatabase(pool, 'rostrum_rooms', hear, error =>
    log.warn({ err: error }, 'the other servers are not heard through the database'),
  )
  const sendByDatabase = (text: string) =>
    void database.send(text).catch(error => log.warn({ err: error }, 'the other servers were not told'))

  let channel: string | undefined
  const subscribe = async () => {
    channel ??= await ownChannel(db)
    await subscriber.subscribe(channel)
  }
  subscriber.on('ready', () => void subscribe().catch(warn))
  subscriber.on('message', (_channel, text) => hear(text))

  const someAreMissing = countListeners()
  return {
    send: message => {
      const text = JSON.stringify({ from: serverId, id: randomUUID(), at: rightTime(), message } satisfies Envelope)
      if (channel === undefined || publisher.status !== 'ready') return sendByDatabase(text)
      publisher.publish(channel, text).then(
        listeners => someAreMissing(listeners, rightTime()) && sendByDatabase(text),
        error => {
          warn(error)
          sendByDatabase(text)
        },
      )
    },
    close: async () => {
      publisher.disconnect()
      subscriber.disconnect()
      await database.stop()
    },
  }
}

/** Two connections to Redis; `warn` logs the first failure after they were last ready. */
function connectRedis(url: string, log: Frame['log']) {
  const options = {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: REDIS.timeout,
    retryStrategy: () => REDIS.retry,
  }
  const publisher = new Redis(url, options)
  const subscriber = new Redis(url, { ...options, autoResubscribe: true })
  let warned = false
  const warn = (error: unknown) => {
    if (!warned) log.warn({ err: error }, 'Redis does not answer; servers learn from each other through the database')
    warned = true
  }
  publisher.on('error', warn)
  subscriber.on('error', warn)
  publisher.on('ready', () => {
    warned = false
  })
  return { publisher, subscriber, warn }
}

/** Whether a message is new and not late: the person whom a late message sends away may have been readmitted. */
function rememberReceived(): (envelope: Envelope) => boolean {
  const known = new Map<string, number>()
  return ({ id, at }) => {
    const now = rightTime()
    for (const [old, receivedAt] of known) {
      if (now - receivedAt < KNOWN.for && known.size < KNOWN.most) break
      known.delete(old)
    }
    if (known.has(id) || now - at > LATE) return false
    known.set(id, now)
    return true
  }
}

/**
 * Whether a server that listened before did not get the message just sent. A lower count has to last for a while before
 * it is the new norm: the missing server may be reconnecting.
 */
export function countListeners(): (listeners: number, now: number) => boolean {
  let most = 0
  let fewer: { since: number; most: number } | undefined
  return (listeners, now) => {
    if (listeners >= most) {
      most = listeners
      fewer = undefined
      return false
    }
    fewer ??= { since: now, most: listeners }
    fewer.most = Math.max(fewer.most, listeners)
    if (now - fewer.since > MISSED) {
      most = fewer.most
      fewer = undefined
    }
    return listeners < most
  }
}

/** The channel of this database: several consoles may share a Redis, and each numbers its pitches from 1. */
async function ownChannel(db: Frame['db']): Promise<string> {
  const { rows } = await db.execute<{ cluster: string; database: string }>(
    sql`select system_identifier::text as cluster, oid::text as database
      from pg_control_system(), pg_database where datname = current_database()`,
  )
  return `rostrum:rooms:${rows[0]?.cluster}:${rows[0]?.database}`
}
