import { sql } from 'drizzle-orm'
import { formatMoney, parseMoney } from '#contract/money.ts'
import { readAuditKey, readWitness } from '#features/core/audit/server/keys.ts'
import { sealEntries } from '#features/core/audit/server/seal.ts'
import { verifyChain } from '#features/core/audit/server/verify.ts'
import { until } from '#testing/startRooms.ts'
import type { Run } from './acts/act.ts'
import { sendAgain } from './delivery.ts'
import type { SimPerson } from './people.ts'
import { PATIENCE, Violation } from './violation.ts'
import type { Watcher } from './watching.ts'

const violated = (invariant: string, message: string): never => {
  throw new Violation(invariant, message)
}

/** What the database says of the pitch. */
interface Stored {
  readonly state: Run['model']['state']
  readonly is_locked: boolean
  readonly is_deleted: boolean
  readonly seq: string
  readonly events: string
  readonly last: string
  readonly room: {
    guests?: { on: boolean }
    mute?: { all: boolean; muted: string[]; allowed: string[] }
    slow?: number
    questions?: { open: boolean | null }
  }
  readonly removed: string[] | null
  readonly attending: string[] | null
}

async function readStored({ servers, pitch }: Run): Promise<Stored> {
  const { rows } = await servers.pool.query<Stored>(
    `select p.state, p.is_locked, p.deleted_at is not null as is_deleted, coalesce(r.seq, 0) as seq, r.state as room,
      (select count(*) from room_event e where e.pitch_id = p.id) as events,
      (select coalesce(max(seq), 0) from room_event e where e.pitch_id = p.id) as last,
      (select array_agg(account_id) from attendee a where a.pitch_id = p.id and removed_at is not null) as removed,
      (select array_agg(account_id) from attendee a where a.pitch_id = p.id) as attending
    from pitch p left join room r on r.pitch_id = p.id where p.id = $1`,
    [pitch.id],
  )
  return rows[0] ?? violated('writes', 'the pitch is gone')
}

const labels = ({ crowd }: Run, ids: readonly string[] | null | undefined) =>
  (ids ?? []).map(id => crowd.people.find(person => person.id === id)?.label ?? id).sort()

/**
 * What was acknowledged is stored. Of what several acts of one batch changed, the order is unknown: the model takes what is
 * stored.
 */
export async function compareWithStored(run: Run, uncertain: ReadonlySet<string>): Promise<void> {
  const { model } = run
  const stored = await readStored(run)
  const { room } = stored
  const compare = (keys: readonly string[], what: string, mine: unknown, theirs: unknown, take: () => void) => {
    if (JSON.stringify(mine) === JSON.stringify(theirs)) return
    if (keys.some(key => uncertain.has(key))) return take()
    violated('writes', `${what} should be ${JSON.stringify(mine)}, stored is ${JSON.stringify(theirs)}`)
  }
  const ofPerson = [...uncertain].filter(key => key.startsWith('person:') || key === 'state')
  compare(['state', 'deleted'], 'the state', model.state, stored.state, () => (model.state = stored.state))
  compare(
    ['state', 'deleted'],
    'deletion',
    model.isDeleted,
    stored.is_deleted,
    () => (model.isDeleted = stored.is_deleted),
  )
  compare(['lock'], 'the lock', model.isLocked, stored.is_locked, () => (model.isLocked = stored.is_locked))
  const { on: isGuest } = room?.guests ?? { on: false }
  compare(['guest', 'state', 'pitch'], 'guest mode', model.isGuest, isGuest, () => (model.isGuest = isGuest))
  const removed = labels(run, stored.removed)
  compare(ofPerson, 'who is removed', [...model.removed].sort(), removed, () => replace(model.removed, removed))
  const mute = room?.mute ?? { all: false, muted: [], allowed: [] }
  const mine = [model.allMuted, [...model.muted].sort(), [...model.unmuted].sort()]
  compare(['mute', 'state'], 'the mutes', mine, [mute.all, labels(run, mute.muted), labels(run, mute.allowed)], () => {
    model.allMuted = mute.all
    replace(model.muted, labels(run, mute.muted))
    replace(model.unmuted, labels(run, mute.allowed))
  })
  const slow = room?.slow ?? 0
  compare(['slow', 'state'], 'slow mode', model.slow, slow, () => (model.slow = slow))
  if (stored.seq !== stored.events || stored.seq !== stored.last)
    violated('numbers', `the room says ${stored.seq}, there are ${stored.events} events up to ${stored.last}`)
}

function replace(set: Set<string>, by: readonly string[]) {
  set.clear()
  for (const one of by) set.add(one)
}

/** One commitment of each person, as it was answered, and the same sum in every view. */
export async function checkCommitments(run: Run): Promise<void> {
  const { servers, pitch, crowd, model } = run
  const { rows } = await servers.pool.query<{ account_id: string; amount_minor: string }>(
    'select account_id, amount_minor from commitment where pitch_id = $1',
    [pitch.id],
  )
  const stored = rows
    .map(row => `${labels(run, [row.account_id])} ${formatMoney(BigInt(row.amount_minor), 'USD')}`)
    .sort()
  const mine = [...model.commitments].map(([label, money]) => `${label} ${money}`).sort()
  if (stored.join() !== mine.join()) violated('one commitment', `acknowledged ${mine}, stored ${stored}`)
  if (model.isDeleted) return
  const viewer = crowd.byLabel('superadmin')
  if (!viewer.token) return
  const ask = async (call: 'getCommitmentList' | 'getCommitmentTerms') =>
    (
      await sendAgain(servers.servers[1], {
        token: viewer.token,
        ip: viewer.ip,
        call,
        input: { uuid: pitch.uuid, limit: 100 },
      })
    ).data
  const [list, terms] = [await ask('getCommitmentList'), await ask('getCommitmentTerms')]
  const sum = [...model.commitments.values()].reduce((all, money) => all + (parseMoney(money, 'USD') ?? 0n), 0n)
  const total = terms['total'] as { count: number; money_amount: string } | null
  const views = [list['sum'], list['total'], total?.money_amount, total?.count]
  const meant = [
    formatMoney(sum, 'USD'),
    model.commitments.size,
    total ? formatMoney(sum, 'USD') : undefined,
    total ? model.commitments.size : undefined,
  ]
  if (views.join() !== meant.join()) violated('totals', `${views} where ${meant} was committed`)
}

/** Every acknowledged message stands once, also when it was sent twice. */
export async function checkTalk(run: Run): Promise<void> {
  const { servers, pitch, model } = run
  const { rows } = await servers.pool.query<{ local: string; n: string; deleted: boolean }>(
    `select local_message_id as local, count(*) as n, bool_or(deleted is not null) as deleted
      from chat_message where group_id = $1 group by 1`,
    [pitch.group],
  )
  const stored = new Map(rows.map(row => [row.local, row]))
  for (const { localId, by, state } of model.said) {
    const row = stored.get(localId) ?? violated('writes', `an acknowledged message of ${by} is not there`)
    if (row.n !== '1') violated('writes', `a message of ${by} is there ${row.n} times`)
    if (row.deleted !== (state === 'deleted')) violated('writes', `a message of ${by} is ${state} and stored otherwise`)
  }
  const votes = await servers.pool.query<{ poll_id: string; n: string; distinct: string }>(
    `select poll_id, count(*) as n, count(distinct voter) as distinct from poll_vote
      join poll on poll.id = poll_id where pitch_id = $1 group by 1`,
    [pitch.id],
  )
  for (const { id, votes: voted } of model.polls) {
    const row = votes.rows.find(({ poll_id }) => poll_id === id)
    if (Number(row?.n ?? 0) !== voted.size)
      violated('writes', `${voted.size} voted and ${row?.n ?? 0} votes are stored`)
  }
}

/** Each acknowledged deed has one entry, in a chain that verifies: of the run's own entries, and now and then of all. */
export async function checkAudit(run: Run, whole: boolean): Promise<void> {
  const { servers, crowd, model } = run
  const { settings } = servers.servers[0].frame
  const key = readAuditKey(settings)
  await sealEntries(servers.db, key)
  const { own, foreign } = crowd.organisations
  const { rows } = await servers.pool.query<{ action: string; n: number; unsealed: number }>(
    `select action, count(*)::int as n, count(*) filter (where number is null)::int as unsealed
      from audit_entry where organisation_id in ($1, $2) group by 1`,
    [own, foreign],
  )
  const entries = new Map(rows.map(row => [row.action, row]))
  for (const action of audited) {
    const [done, noted] = [model.deeds.get(action) ?? 0, entries.get(action)?.n ?? 0]
    if (done !== noted) violated('audit', `${action} was acknowledged ${done} times and has ${noted} entries`)
  }
  if (rows.some(row => row.unsealed > 0)) violated('audit', 'entries stay out of the chain')
  if (!whole) return
  const { problem } = await verifyChain(servers.db, { key, witness: readWitness(settings) })
  if (problem) violated('chain', JSON.stringify(problem))
}

/** The deeds that are counted. */
const audited = [
  ...['commitment.create', 'commitment.withdraw'],
  ...['pitch.create', 'pitch.start', 'pitch.end', 'pitch.restart', 'pitch.reset', 'pitch.delete'],
  ...[
    'pitch.restore',
    'attendee.remove',
    'attendee.readmit',
    'account.changeRole',
    'impersonation.start',
    'chat.slowMode',
  ],
]

/** Everybody in the room has the same room, up to its last event, and so has a person who enters now. */
export async function checkRooms(run: Run, watchers: readonly Watcher[], enter: () => Promise<Watcher>): Promise<void> {
  const { rows } = await run.servers.db.execute<{ seq: string }>(
    sql`select seq from room where pitch_id = ${run.pitch.id}`,
  )
  const last = Number(rows[0]?.seq ?? 0)
  const inside = watchers.filter(({ client, seen }) => client.connected && seen.first)
  await until(() => inside.every(({ client, seen }) => seen.seq >= last || !client.connected), PATIENCE).catch(() =>
    violated(
      'numbers',
      `event ${last} did not reach ${inside.filter(({ seen }) => seen.seq < last).map(({ person }) => person.label)}`,
    ),
  )
  const fresh = await enter()
  const room = JSON.stringify(sorted(fresh.seen.view?.room))
  for (const { person, seen, client } of inside) {
    if (!client.connected || seen.view === undefined) continue
    const own = JSON.stringify(sorted(seen.view.room))
    if (own !== room) violated('one room', `${person.label} has ${own}, a person who enters now ${room}`)
  }
}

/** The same value with the fields of each object in one order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, sorted(one)]),
        )
      : value

/** Connections of people who may not be in the room any more are closed. */
export async function checkGone(watchers: readonly Watcher[], mayBeIn: (person: SimPerson) => boolean): Promise<void> {
  for (const { person, client } of watchers) {
    if (mayBeIn(person)) continue
    await until(() => !client.connected, PATIENCE).catch(() =>
      violated('removal', `${person.label} is still connected to the room`),
    )
  }
}
