import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { session } from '#features/session/server/tables.ts'
import { newToken } from '#features/session/server/tokens.ts'
import { migrateDatabase, openDatabase } from '#server/db/database.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { seedPeople } from '#testing/people.ts'
import { seedPitch } from '#testing/startRooms.ts'
import { type CrowdOrders, type ServerOrders, type Started, start } from './orders.ts'

/** A live pitch with so many people who may join it, the console's room sockets, and a bare loop beside them. */
export interface Arena {
  readonly ours: Started<ServerOrders>
  readonly bare: Started<ServerOrders>
  readonly pitchId: number
  /** What each person shows to join. */
  readonly auths: readonly string[]
  stop(): Promise<void>
}

export async function openArena(people: number): Promise<Arena> {
  const dir = await mkdtemp(join(tmpdir(), 'rostrum-arena-'))
  await chmod(dir, 0o711) // PostgreSQL's own user has to pass through
  const postgres = await startPostgres(join(dir, 'postgres'))
  const { pool, db, ensure } = openDatabase(postgres.url)
  await ensure()
  await migrateDatabase(pool)
  await migrateJobs(pool)
  const seeded = await seedPeople(db)
  const pitch = await seedPitch({ db, people: seeded }, { state: 'inProgress', noFile: true })
  const tokens = await seedCrowd(people)
  const environment = { BENCH_DATABASE: postgres.url, BENCH_DATA: dir }
  const ours = start<ServerOrders>('./server.ts', environment)
  const bare = start<ServerOrders>('./bare.ts')
  return {
    ours,
    bare,
    pitchId: pitch.id,
    auths: tokens.map(token => JSON.stringify({ pitch: pitch.uuid, token })),
    stop: async () => {
      await Promise.all([ours.stop(), bare.stop()])
      await pool.end()
      await postgres.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }

  /** Accounts that are invited to the pitch, each with a session. Answers their tokens. */
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
    for (let i = 0; i < made.length; i += 1000) await db.insert(session).values(rowsOf(made.slice(i, i + 1000)))
    return made.map(({ token }) => token)
  }
}

/** Connects a crowd, in a process of its own. */
export async function gather(
  server: Started<ServerOrders>,
  count: number,
  auths: readonly string[] | undefined,
): Promise<Started<CrowdOrders>> {
  const crowd = start<CrowdOrders>('./crowd.ts')
  await crowd.gather({ port: await server.port(), count, auths })
  return crowd
}
