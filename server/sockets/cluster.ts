import { sql } from 'drizzle-orm'
import { Redis } from 'ioredis'
import type { RoomEvent } from '#features/room/events.ts'
import type { Arrival } from '#features/room/socket.ts'
import type { Audience, Frame, Rooms } from '#server/frame.ts'

/** What the servers of one console tell each other. Any of it may get lost: numbers and the database make up for it. */
export type ClusterMessage =
  | { kind: 'events'; pitchId: number; events: readonly RoomEvent[] }
  | { kind: 'signal'; pitchId: number; to: Audience; type: string; payload: unknown }
  | { kind: 'presence'; pitchId: number; joined: readonly Arrival[]; left: readonly string[]; more: boolean }
  | { kind: 'disconnect'; whom: Parameters<Rooms['disconnect']>[0] }

export interface Cluster {
  tell(message: ClusterMessage): void
  close(): Promise<void>
}

const nobodyElse: Cluster = { tell: () => {}, close: async () => {} }

/** Joins the other servers over Redis, when REDIS_URL names one. `heard` gets what the others tell. */
export function joinCluster(
  { settings, db, log }: Omit<Frame, 'rooms'>,
  serverId: string,
  heard: (message: ClusterMessage) => void,
): Cluster {
  if (!settings.redisUrl) return nobodyElse
  // Nothing waits for Redis to come back: what was said meanwhile is read from the database.
  const options = { maxRetriesPerRequest: null, enableOfflineQueue: false, retryStrategy: () => 1000 }
  const telling = new Redis(settings.redisUrl, options)
  const hearing = new Redis(settings.redisUrl, { ...options, autoResubscribe: true })
  let warned = false
  const warn = (error: unknown) => {
    if (!warned) log.warn({ err: error }, 'Redis does not answer; servers learn from each other through the database')
    warned = true
  }
  telling.on('error', warn)
  hearing.on('error', warn)
  telling.on('ready', () => {
    warned = false
  })

  let channel: string | undefined
  const subscribe = async () => {
    channel ??= await ownChannel(db)
    await hearing.subscribe(channel)
  }
  hearing.on('ready', () => void subscribe().catch(warn))
  hearing.on('message', (_channel, text) => {
    try {
      const { from, message } = JSON.parse(text) as { from: string; message: ClusterMessage }
      if (from !== serverId) heard(message)
    } catch (error) {
      log.warn({ err: error }, 'a message of another server was not understood')
    }
  })
  return {
    tell: message => {
      if (channel === undefined || telling.status !== 'ready') return
      telling.publish(channel, JSON.stringify({ from: serverId, message })).catch(warn)
    },
    close: async () => {
      telling.disconnect()
      hearing.disconnect()
    },
  }
}

/** Several consoles may share a Redis, and pitches are numbered alike in all of them: each database has its own channel. */
async function ownChannel(db: Frame['db']): Promise<string> {
  const { rows } = await db.execute<{ cluster: string; database: string }>(
    sql`select system_identifier::text as cluster, oid::text as database
      from pg_control_system(), pg_database where datname = current_database()`,
  )
  return `rostrum:rooms:${rows[0]?.cluster}:${rows[0]?.database}`
}
