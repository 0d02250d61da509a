import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { calls } from '#app/contract/calls.ts'
import { startConsole } from '#app/server/console.ts'
import { readSettings } from '#app/server/settings.ts'
import { createClient } from '#contract/client.ts'
import type { Database } from '#server/db/database.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'
import { openTestSession, type Person, type PersonName, seedPeople } from './people.ts'

type Json = Record<string, unknown>

/** A whole console for fuzzing, with a signed-in person of every role. */
export interface FuzzConsole {
  readonly url: string
  /** The served /openapi.json, with ids drawn from existing ones, half of them in another organisation. */
  readonly document: Json
  /** An access token for each role; `nobody` has none. */
  readonly tokens: ReadonlyMap<string, string>
  /** The unforeseen failures in the log, each once. */
  internal(): readonly string[]
  stop(): Promise<void>
}

const cast: Readonly<Record<string, PersonName | undefined>> = {
  nobody: undefined,
  superadmin: 'superadmin',
  admin: 'admin',
  useradmin: 'useradmin',
  pitchadmin: 'pitchadmin',
  presenter: 'presenter',
  vc: 'investor',
  member: 'member',
}

export async function openFuzzConsole(dataDir: string): Promise<FuzzConsole> {
  const failures = new Set<string>()
  const settings = readSettings({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    VIDEO_UDP_PORT: String(await freeUdpPort(0)),
    LOG_LEVEL: 'error',
    REGISTRATION: 'open',
  })
  const running = await startConsole(settings, pino({ level: 'error' }, noteFailures(failures)), { sources: false })
  const { db } = running.frame
  await db.execute(sql`update account set username = 'first'`) // the console's own first person has a name that a seeded person uses
  const people = await seedPeople(db)
  const tokens = new Map<string, string>()
  for (const [role, name] of Object.entries(cast)) {
    const person = name && people[name]
    tokens.set(role, person ? await openTestSession(db, person.id, person.organisationId) : '')
  }
  const url = `http://127.0.0.1:${settings.port}`
  for (const name of ['admin', 'lumenAdmin', 'presenter'] as const) await leaveTraces(url, people[name].token)
  const ids = await idsOf(db)
  const keeping = keepAlive(db, people)
  const served = (await (await fetch(`${url}/openapi.json`)).json()) as Json
  return {
    url,
    tokens,
    document: withoutBreakdowns(withRealIds(served, people, ids)),
    internal: () => [...failures],
    stop: async () => {
      await keeping.stop()
      await running.stop()
    },
  }
}

/** Keeps the log's unforeseen failures: the call and the error, without the parts that vary. */
function noteFailures(failures: Set<string>): Writable {
  return new Writable({
    write: (line: Buffer, _encoding, done) => {
      for (const text of line.toString().split('\n').filter(Boolean)) {
        const { level, msg, err } = JSON.parse(text) as { level: number; msg?: string; err?: { stack?: string } }
        if (level >= 50) failures.add(`${msg ?? ''} ${(err?.stack ?? '').split('\n').slice(0, 6).join('\n')}`.trim())
      }
      done()
    },
  })
}

/** People sign out, lock, demote and delete themselves and each other: this restores them repeatedly. */
function keepAlive(db: Database, people: Readonly<Record<PersonName, Person>>) {
  const ids = sql.join(
    Object.values(people).map(person => sql`${person.id}::uuid`),
    sql`, `,
  )
  const kept = Object.values(people)[0]
  if (!kept) throw new Error('no person was seeded')
  let roles: Promise<unknown> | undefined
  const before = db.execute<{ id: string; roles: string[] }>(sql`select id, roles from account where id in (${ids})`)
  const restore = async () => {
    for (const { id, roles: own } of (await before).rows)
      await db.execute(sql`update account set roles = ${sql.param(own)}, state = 'active', deleted_at = null,
        prompt_reset_password = false, password_changed_at = null where id = ${id}
        and (roles <> ${sql.param(own)} or state <> 'active' or deleted_at is not null or prompt_reset_password)`)
    await db.execute(sql`update session set ended_at = null, is_pending = false where account_id in (${ids})
      and (ended_at is not null or is_pending)`)
    await db.execute(sql`update organisation set enforce_second_factor = false, password_max_days = null
      where enforce_second_factor or password_max_days is not null`)
  }
  const timer = setInterval(() => {
    roles ??= restore()
      .catch(() => {}) // a deadlock with a fuzzed call: the next round restores it
      .finally(() => (roles = undefined))
  }, 250)
  return {
    stop: async () => {
      clearInterval(timer)
      await roles
    },
  }
}

/** One of each kind that has an id, made by a role that may make it. */
async function leaveTraces(url: string, token: string): Promise<void> {
  const as = createClient(calls, async ({ path, form }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: form })).json()
  })
  await Promise.allSettled([
    as.createUserTag({ name: 'Harbour' }),
    as.createTicket({ content: 'Where is the deck?' }),
    as.createInviteTypeUser({ email: 'newcomer@fuzz.test', role_type_live: 'presenter' }),
    as.createDeveloperKey({ tag: 'harbour' }),
    as.changeEmail({ email: 'other@fuzz.test' }),
  ])
}

type Ids = Readonly<Record<string, readonly string[]>>

/** The existing ids, by table. */
async function idsOf(db: Database): Promise<Ids> {
  const tables = ['user_tag', 'ticket', 'notice', 'invitation', 'developer_key', 'session']
  const found = await Promise.all(
    tables.map(table => db.execute<{ id: string }>(sql`select id from ${sql.identifier(table)} limit 20`)),
  )
  return Object.fromEntries(tables.map((table, i) => [table, found[i]?.rows.map(({ id }) => id) ?? []]))
}

/** A server error is never a valid answer, whatever the document allows. */
function withoutBreakdowns(document: Json): Json {
  const text = JSON.stringify(document, (key, value) =>
    key === 'enum' && Array.isArray(value) && value.includes('Internal')
      ? ['(none)']
      : key === 'enum' && Array.isArray(value) && value.includes('Unavailable')
        ? ['(none)', ...value.filter(code => code !== 'Unavailable')]
        : value,
  )
  return JSON.parse(text) as Json
}

/** Random ids find nothing, so where the document asks for an id, it gets an existing one. */
function withRealIds(document: Json, people: Readonly<Record<PersonName, Person>>, ids: Ids): Json {
  const persons = Object.values(people).map(person => person.id)
  const organisations = [...new Set(Object.values(people).map(person => person.organisationId))]
  const unknown = '5b1f0c9e-8d5e-4c7a-9f54-2f6f1f6b7d11'
  const known: Readonly<Record<string, readonly unknown[]>> = {
    user_id: [...persons, unknown],
    account_id: [...persons, unknown],
    userid: [...persons, unknown],
    org_id: [...organisations, unknown],
    tag_id: [...(ids['user_tag'] ?? []), unknown],
    ticket_id: [...(ids['ticket'] ?? []), unknown],
    session_id: [...(ids['session'] ?? []), unknown],
    id: [...Object.values(ids).flat(), ...persons, unknown],
    email: Object.values(people).map(person => person.email),
  }
  const list: Readonly<Record<string, readonly unknown[]>> = { user_ids: persons, except_ids: persons }
  const visit = (value: unknown, name?: string): unknown => {
    if (Array.isArray(value)) return value.map(one => visit(one))
    if (typeof value !== 'object' || value === null) return value
    const schema = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, key)]))
    const some = name && known[name]
    if (some && schema['type'] === 'string') return { ...schema, enum: some }
    const items = name && list[name]
    if (items && schema['type'] === 'array') return { ...schema, items: { type: 'string', enum: items } }
    return schema
  }
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>)
  const visited = paths.map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        { ...operation, requestBody: visit(operation['requestBody']), parameters: operation['parameters'] ?? [] },
      ]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(visited) }
}
