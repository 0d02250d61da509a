import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Redis } from 'ioredis'
import type { RoomEvent } from '#features/room/room/parts.ts'
import type { Arrival } from '#features/room/room/socket.ts'
import { rightTime } from '#server/clock.ts'
import type { Audience, Frame, Rooms } from '#server/frame.ts'
import { listenToDatabase } from './listen.ts'

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

/** Milliseconds that Redis may take to answer, and until it is tried again. */
const REDIS = { patience: 500, again: 300 }
/** For how long a server that no longer hears is missed, in milliseconds. */
const MISSED = 20_000
/** For how many milliseconds a message that was heard is known, and how many of them at most. */
const KNOWN = { for: 60_000, most: 20_000 }
/** Milliseconds after which a message is too old: a server that stood still for so long has lost its people anyway. */
const LATE = 15_000

interface Said {
  readonly from: string
  readonly id: string
  readonly at: number
  readonly message: ClusterMessage
}

/**
 * Joins the other servers over Redis, when REDIS_URL names one. `heard` gets what the others tell. Whenever Redis does not
 * answer, or fewer listen to it than a moment ago, the same is said through the database: nobody waits for Redis, and
 * who was sent away is away at every server, whatever has died. A Redis that was only slow says it as well, later.
 */
export function joinCluster(
  { settings, db, pool, log }: Omit<Frame, 'rooms'>,
  serverId: string,
  heard: (message: ClusterMessage) => void,
): Cluster {
  if (!settings.redisUrl) return nobodyElse
  const options = {
    maxRetriesPerRequest: null,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: REDIS.patience,
    retryStrategy: () => REDIS.again,
  }
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

  const isNews = rememberHeard()
  const hear = (text: string) => {
    try {
      const said = JSON.parse(text) as Said
      // Events have numbers by which their rooms know them.
      if (said.from !== serverId && (said.message.kind === 'events' || isNews(said))) heard(said.message)
    } catch (error) {
      log.warn({ err: error }, 'a message of another server was not understood')
    }
  }
  const database = listenToDatabase(pool, 'rostrum_rooms', hear, error =>
    log.warn({ err: error }, 'the other servers are not heard through the database'),
  )
  const say = (text: string) =>
    void database.say(text).catch(error => log.warn({ err: error }, 'the other servers were not told'))

  let channel: string | undefined
  const subscribe = async () => {
    channel ??= await ownChannel(db)
    await hearing.subscribe(channel)
  }
  hearing.on('ready', () => void subscribe().catch(warn))
  hearing.on('message', (_channel, text) => hear(text))

  const someAreMissing = countListeners()
  return {
    tell: message => {
      const said: Said = { from: serverId, id: randomUUID(), at: rightTime(), message }
      const text = JSON.stringify(said)
      if (channel === undefined || telling.status !== 'ready') return say(text)
      telling.publish(channel, text).then(
        listeners => someAreMissing(listeners, rightTime()) && say(text),
        error => {
          warn(error)
          say(text)
        },
      )
    },
    close: async () => {
      telling.disconnect()
      hearing.disconnect()
      await database.stop()
    },
  }
}

/** Tells what is heard for the first time, and in time: whom a late message throws out may have been let in again. */
function rememberHeard(): (said: Said) => boolean {
  const known = new Map<string, number>()
  return ({ id, at }) => {
    const now = rightTime()
    for (const [old, heardAt] of known) {
      if (now - heardAt < KNOWN.for && known.size < KNOWN.most) break
      known.delete(old)
    }
    if (known.has(id) || now - at > LATE) return false
    known.set(id, now)
    return true
  }
}

/**
 * Tells of what was just said whether somebody who listened before did not hear it. That fewer listen has to be seen for
 * a while before it is believed: after a silence the one who is missing may be connecting again.
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

/** Several consoles may share a Redis, and pitches are numbered alike in all of them: each database has its own channel. */
async function ownChannel(db: Frame['db']): Promise<string> {
  const { rows } = await db.execute<{ cluster: string; database: string }>(
    sql`select system_identifier::text as cluster, oid::text as database
      from pg_control_system(), pg_database where datname = current_database()`,
  )
  return `rostrum:rooms:${rows[0]?.cluster}:${rows[0]?.database}`
}
