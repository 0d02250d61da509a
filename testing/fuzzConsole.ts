import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { calls } from '#app/contract/calls.ts'
import { startConsole } from '#app/server/console.ts'
import { readSettings } from '#app/server/settings.ts'
import { roles } from '#contract/call.ts'
import { createClient } from '#contract/client.ts'
import type { Database } from '#server/db/database.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'
import { type FuzzPitches, leavePitches } from './fuzzPitches.ts'
import { addNewcomer } from './newcomers.ts'
import { openTestSession, type Person, type PersonName, seedPeople } from './people.ts'
import type { Stack, TestClient } from './startStack.ts'

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

/** A person of each role by their name; other roles get a person of their own. */
const cast: Readonly<Record<string, PersonName>> = {
  superadmin: 'superadmin',
  admin: 'admin',
  useradmin: 'useradmin',
  pitchadmin: 'pitchadmin',
  presenter: 'presenter',
  vc: 'investor',
  member: 'member',
  banking: 'banking',
  files: 'files',
  coHost: 'coHost',
  otherAdmin: 'lumenAdmin',
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
  const db = running.frame.db as Stack['db']
  await db.execute(sql`update account set username = 'first'`) // the console's own first person has a name that a seeded person uses
  const people = await seedPeople(db)
  const url = `http://127.0.0.1:${settings.port}`
  const tokens = new Map([['nobody', '']])
  const fuzzed: { id: string; organisationId: string }[] = Object.values(people)
  for (const role of [...new Set([...roles, ...Object.keys(cast)])]) {
    const name = cast[role]
    const person = name ? people[name] : await addNewcomer({ db, people }, { roles: [role] })
    if (!name) fuzzed.push(person)
    tokens.set(role, await openTestSession(db, person.id, person.organisationId))
  }
  const withToken = (token?: string) => clientOf(url, token)
  for (const name of ['admin', 'lumenAdmin', 'presenter'] as const) await leaveTraces(withToken(people[name].token))
  const pitches = await leavePitches({
    db,
    people,
    withToken,
    as: name => withToken(people[name as PersonName]?.token),
  })
  tokens.set('attendee', pitches.attendee)
  const ids = await idsOf(db)
  const keeping = keepAlive(db, fuzzed)
  const served = (await (await fetch(`${url}/openapi.json`)).json()) as Json
  return {
    url,
    tokens,
    document: withoutBreakdowns(withRealIds(served, people, ids, pitches)),
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
function keepAlive(db: Database, people: readonly { readonly id: string }[]) {
  const ids = sql.join(
    people.map(person => sql`${person.id}::uuid`),
    sql`, `,
  )
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

function clientOf(url: string, token: string | undefined): TestClient {
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  return createClient(calls, async ({ path, form }) => {
    const headers = { ...authorization, 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: form })).json()
  })
}

/** One of each kind that has an id, made by a role that may make it. */
async function leaveTraces(as: TestClient): Promise<void> {
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
function withRealIds(document: Json, people: Readonly<Record<PersonName, Person>>, ids: Ids, of: FuzzPitches): Json {
  const persons = [...Object.values(people).map(person => person.id), ...of.aliases]
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
    ...{ uuid: [...of.uuids, unknown], pitch_uuid: [...of.uuids, unknown], group_uuid: [...of.groups, unknown] },
    ...{ poll_id: [...of.polls, unknown], question_id: [...of.questions, unknown], file_id: [...of.files, unknown] },
    ...{ message_id: [...of.messages, 1], attendee_id: [...of.attendees, unknown], touserid: [...persons, unknown] },
    id: [...Object.values(ids).flat(), ...persons, ...of.numbers, unknown],
    email: Object.values(people).map(person => person.email),
  }
  const list: Readonly<Record<string, readonly string[]>> = {
    ...{
      user_ids: persons,
      except_ids: persons,
      members: persons,
      notification_members: persons,
      invite_ids: of.attendees,
    },
    ...{ added_members: persons, left_members: persons, only: persons, without: persons },
  }
  const visit = (value: unknown, name?: string): unknown => {
    if (Array.isArray(value)) return value.map(one => visit(one))
    if (typeof value !== 'object' || value === null) return value
    const schema = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, key)]))
    const kind = { string: 'string', integer: 'number' }[String(schema['type'])]
    const some = name ? known[name]?.filter(id => typeof id === kind) : undefined
    if (some?.length) return { ...schema, enum: some }
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
