import { sql } from 'drizzle-orm'
import { startRedis } from '#app/server/cluster/redis.ts'
import { session } from '#features/access/session/server/tables.ts'
import { newToken } from '#server/tokens.ts'
import { everybodyAgrees } from '#testing/agree.ts'
import { seedPeople } from '#testing/people.ts'
import { seedPitch } from '#testing/startRooms.ts'
import { openBenchDatabase } from '../database.ts'
import { type CrowdOrders, type Protocol, type ServerOrders, type Started, start } from './orders.ts'

/** A live pitch with people who may join it, and its server. */
export interface Arena {
  readonly databaseUrl: string
  readonly pitchId: number
  readonly pitchUuid: string
  readonly tokens: readonly string[]
  /** What each person sends to join. */
  readonly auths: readonly string[]
  /** Starts the console's room sockets in a separate process; `redisUrl`: as one of several. */
  startRooms(redisUrl?: string): Started<ServerOrders>
  /** A Redis for several servers. */
  redis(): Promise<string>
  stop(): Promise<void>
}

export async function openArena(people: number): Promise<Arena> {
  const database = await openBenchDatabase()
  const { db } = database
  const started = new AsyncDisposableStack()
  started.defer(database.stop)
  const seeded = await seedPeople(db)
  const pitch = await seedPitch({ db, people: seeded }, { state: 'inProgress', noFile: true })
  const tokens = await seedCrowd(people)
  return {
    databaseUrl: database.url,
    pitchId: pitch.id,
    pitchUuid: pitch.uuid,
    tokens,
    auths: tokens.map(token => JSON.stringify({ pitch: pitch.uuid, token })),
    startRooms: redisUrl => {
      const environment = { BENCH_DATABASE: database.url, BENCH_DATA: database.folder }
      const server = start<ServerOrders>('./server.ts', {
        ...environment,
        ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      })
      started.defer(() => server.stop())
      return server
    },
    redis: async () => {
      const redis = await startRedis(`${database.folder}/redis`, () => {})
      started.defer(redis.stop)
      return redis.url
    },
    stop: () => started.disposeAsync(),
  }

  /** Accounts that are invited to the pitch, each with a session. Returns their tokens. */
  async function seedCrowd(count: number): Promise<string[]> {
    const { organisationId } = pitch
    await db.execute(sql`insert into account (id, organisation_id, email, firstname, lastname, roles, state)
      select gen_random_uuid(), ${organisationId}, 'guest' || n || '@crowd.test', 'Guest', n::text, '{vc}', 'active'
      from generate_series(1, ${count}) as n`)
    await db.execute(sql`insert into attendee (id, pitch_id, organisation_id, account_id, email)
      select gen_random_uuid(), ${pitch.id}, ${organisationId}, id, email from account where email like '%@crowd.test'`)
    const { rows } = await db.execute<{ id: string }>(sql`select id from account where email like '%@crowd.test'`)
    const made = rows.map(({ id }) => ({ accountId: id, ...newToken() }))
    const tokenExpiresAt = new Date(Date.now() + 3_600_000)
    const rowsOf = (some: typeof made) =>
      some.map(({ accountId, hash }) => ({
        kind: 'session' as const,
        accountId,
        organisationId,
        tokenHash: hash,
        tokenExpiresAt,
        ip: '127.0.0.1',
      }))
    await everybodyAgrees(db)
    for (let i = 0; i < made.length; i += 1000) await db.insert(session).values(rowsOf(made.slice(i, i + 1000)))
    // otherwise the first lists use a query plan for an empty table
    await database.pool.query('vacuum analyze')
    return made.map(({ token }) => token)
  }
}

/** The addresses of a crowd: the ports in turn. */
export interface Place {
  readonly ports: readonly number[]
  readonly protocol: Protocol
  /** What each client sends to join a room. */
  readonly auths?: readonly string[]
}

/** A process for a crowd, without connections. */
export const openCrowd = (): Started<CrowdOrders> => start<CrowdOrders>('./crowd.ts')

/** Connects a crowd, in a separate process. */
export async function gather(place: Place, count: number): Promise<Started<CrowdOrders>> {
  const crowd = openCrowd()
  await crowd.gather({ ...place, count })
  return crowd
}
