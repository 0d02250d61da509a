import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { calls } from '#app/contract/calls.ts'
import { createApp } from '#app/server/app.ts'
import { hearers, uploadKinds } from '#app/server/features.ts'
import { serverModel } from '#app/server/rooms.ts'
import { readSettings } from '#app/server/settings.ts'
import type { Client } from '#contract/call.ts'
import { createClient } from '#contract/client.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Frame, Rooms } from '#server/frame.ts'
import { UndeclaredFailure } from '#server/http/errors.ts'
import { openStorage } from '#server/storage/storage.ts'
import { freshDatabase } from './database.ts'
import { oneConnectionEach } from './oneConnection.ts'
import { type PersonName, seedPeople } from './people.ts'

/** The calls of the sockets' functions, for tests that have no sockets. */
interface RecordedRooms extends Rooms {
  readonly recorded: { act: string; args: unknown[] }[]
}

function recordRooms(): RecordedRooms {
  const recorded: RecordedRooms['recorded'] = []
  const note =
    (act: string) =>
    (...args: unknown[]) =>
      void recorded.push({ act, args })
  return {
    recorded,
    publish: note('publish'),
    signal: note('signal'),
    disconnect: note('disconnect'),
    countHere: async () => 0,
  }
}

/** Where nothing can be shut in, decks are tried on a server whose operator accepts that. */
const shutInByNothing: Record<string, string> =
  process.env['TEST_ISOLATION'] === 'none' ? { CONVERT_MAY_EXPOSE_SERVER: 'yes' } : {}

// an interface, since the compiler writes a type's whole expansion into the types of what returns it
export interface TestClient extends Client<typeof calls> {}

/** The real app on this test file's own database, with named people of two organisations. It listens on no port. */
export async function startStack(environment: Record<string, string> = {}, parts: Partial<Frame> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-stack-'))
  // tests leave pitches live
  const given = { RECORDINGS_AT_ONCE: '100', ...shutInByNothing, ...environment }
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ALLOWED_HOSTS: '127.0.0.1', ...given })
  const { pool, db } = openDatabase(environment['DATABASE_URL'] ?? (await freshDatabase()))
  const rooms = recordRooms()
  const undeclared: string[] = []
  const frame: Frame = {
    settings,
    log: pino(
      { level: 'error' },
      { write: line => void (line.includes(UndeclaredFailure.name) && undeclared.push(line)) },
    ),
    pool,
    // a connection that a test itself holds does not count
    db: oneConnectionEach(pool, db),
    storage: await openStorage(settings),
    media: {
      url: '',
      httpUrl: '',
      apiKey: '',
      apiSecret: '',
      status: () => 'off: not started in this test',
      ready: async () => false,
    },
    rooms,
    hearers,
    uploadKinds,
    roomModel: serverModel,
    ...parts,
  }
  const people = await seedPeople(db)
  const app = await createApp(frame)

  /** A typed client that acts as the holder of a token, or without signing in. */
  const withToken = (token: string | undefined): TestClient =>
    createClient(calls, async ({ method, path, form }) => {
      const authorization = token ? { authorization: `Bearer ${token}` } : {}
      const get = method === 'GET'
      const answer = await app.inject({
        method,
        url: get && form ? `${path}?${form}` : path,
        headers: { ...authorization, ...(get ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(get ? {} : { payload: form }),
      })
      return answer.json()
    })

  return {
    app,
    frame,
    db,
    people,
    rooms,
    /** Undeclared failures in the log; a test that expects one removes it. */
    undeclared,
    withToken,
    /** The actions that the audit log has on a subject, in order. */
    actionsOn: async (subject: string): Promise<string[]> => {
      const entries = db.select().from(auditEntry).where(eq(auditEntry.subject, subject)).orderBy(auditEntry.id)
      return (await entries).map(({ action }) => action)
    },
    as: (name: PersonName | 'nobody') => withToken(name === 'nobody' ? undefined : people[name].token),
    stop: async () => {
      await app.close()
      await pool.end()
      await rm(dataDir, { recursive: true, force: true })
      if (undeclared.length > 0) throw new Error(`Failures that no contract declares:\n${undeclared.join('')}`)
    },
  }
}

export type Stack = Awaited<ReturnType<typeof startStack>>
