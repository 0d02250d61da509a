import {
  and,
  arrayContains,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { account } from '#features/account/server/tables.ts'
import { commitment } from '#features/commitment/server/tables.ts'
import { attendee } from '#features/invite/server/tables.ts'
import { type PitchState, RESTORABLE_DAYS } from '#features/pitch/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import type { PitchRow } from './access.ts'
import { pitch } from './tables.ts'

export async function insertPitch(db: Transaction, row: typeof pitch.$inferInsert): Promise<PitchRow> {
  const [created] = await db.insert(pitch).values(row).returning()
  if (!created) throw new Error('a pitch was not inserted')
  return created
}

/** Everything that a form changes; a state never, see state.ts. */
export async function updatePitchRow(
  db: Transaction,
  id: number,
  changes: Partial<Omit<typeof pitch.$inferInsert, 'state'>>,
): Promise<PitchRow> {
  const [changed] = await db
    .update(pitch)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(pitch.id, id))
    .returning()
  if (!changed) throw new Error(`pitch ${id} is gone`)
  return changed
}

/** A deleted pitch that passes a fence, held until the transaction ends. */
export async function lockDeletedPitch(
  db: Transaction,
  fence: SQL | undefined,
  uuid: string,
): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.uuid, uuid), isNotNull(pitch.deletedAt), fence))
    .for('update')
  return found
}

/** The owner's address, in lower case. */
export async function ownerEmail(db: Database | Transaction, { userId }: Pick<PitchRow, 'userId'>): Promise<string> {
  const [owner] = await db.select({ email: account.email }).from(account).where(eq(account.id, userId))
  if (!owner) throw new Error(`account ${userId} is gone`)
  return owner.email
}

/** Everybody who presents or moderates and has an account in the pitch's organisation. */
export async function staffIds(db: Database | Transaction, row: PitchRow): Promise<string[]> {
  const named = inArray(account.email, ['', ...row.coHosts, ...row.moderators])
  const found = await db
    .select({ id: account.id })
    .from(account)
    .where(or(eq(account.id, row.userId), and(eq(account.organisationId, row.organisationId), named)))
  return found.map(({ id }) => id)
}

/** How many people are invited to a pitch, or have joined it. */
export async function countAttendees(db: Database | Transaction, pitchId: number): Promise<number> {
  const [all] = await db.select({ total: count() }).from(attendee).where(eq(attendee.pitchId, pitchId))
  return all?.total ?? 0
}

/** Removes what was deleted long enough ago; money that was committed is a record, and keeps its pitch. */
export async function purgePitch(db: Database, id: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000)
  const committed = db.select({ one: sql`1` }).from(commitment).where(eq(commitment.pitchId, pitch.id))
  await db.delete(pitch).where(and(eq(pitch.id, id), lte(pitch.deletedAt, since), not(exists(committed))))
}

/** What a list of pitches is asked for. */
export interface PitchFilter {
  readonly name?: string | undefined
  readonly state?: PitchState | undefined
  readonly type?: 'all' | 'upcoming' | 'live' | 'past' | undefined
  readonly startsFrom?: Date | undefined
  readonly startsTo?: Date | undefined
  readonly sort: 'name' | 'start' | 'created'
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly limit: number
}

/** So many are counted; a list of more answers this as its total, and nobody waits for the rest to be counted. */
const COUNTED = 10_000

const sortKeys = { name: sql`lower(${pitch.presentationName})`, start: pitch.startsAt, created: pitch.createdAt }
const isLive = eq(pitch.state, 'inProgress')
/** In the words of its index, which the planner has to recognise. */
const waiting = sql`${pitch.state} in ('draft', 'scheduled', 'delivered')`

/** What a list shows of a pitch: no long texts. */
const listed = {
  id: pitch.id,
  uuid: pitch.uuid,
  presentationName: pitch.presentationName,
  presenterName: pitch.presenterName,
  companyName: pitch.companyName,
  startsAt: pitch.startsAt,
  startZone: pitch.startZone,
  endsAt: pitch.endsAt,
  state: pitch.state,
  isPublic: pitch.isPublic,
  realStartAt: pitch.realStartAt,
  createdAt: pitch.createdAt,
  updatedAt: pitch.updatedAt,
}

/** A pitch with how many people are invited to it. */
export interface PitchWithCount {
  readonly pitch: Pick<PitchRow, keyof typeof listed>
  readonly attendees: number
}

/**
 * One page of the pitches that pass a fence, live ones first whatever the order, and how many there are. Live ones and
 * the rest are read apart, each along an index in its order, so that a page costs as much as its rows.
 */
export async function listPitches(
  db: Database | Transaction,
  fence: SQL | undefined,
  filter: PitchFilter,
): Promise<{ rows: PitchWithCount[]; total: number }> {
  const where = and(isNull(pitch.deletedAt), fence, ...conditions(filter, new Date()))
  const key = sortKeys[filter.sort]
  const direction = sql.raw(filter.order)
  const offset = (filter.page - 1) * filter.limit
  const halves = halvesOf(filter).map(
    (half, place) => sql`(select ${pitch.id} as id, ${sql.raw(String(place))} as place, ${key} as key from ${pitch}
      where ${and(where, half)} order by key ${direction}, id ${direction} limit ${offset + filter.limit})`,
  )
  const inOrder = sql`on_page.place, on_page.key ${direction}, on_page.id ${direction}`
  const onPage = sql`(select * from (${sql.join(halves, sql` union all `)}) as on_page
    order by ${inOrder} limit ${filter.limit} offset ${offset}) as on_page`
  const upTo = sql`(select count(*) from (select 1 from ${pitch} where ${where} limit ${COUNTED}) as counted)`
  const rows = await db
    .select({ pitch: listed, attendees: invited, total: sql<number>`${upTo}`.mapWith(Number) })
    .from(pitch)
    .innerJoin(onPage, sql`on_page.id = ${pitch.id}`)
    .orderBy(inOrder)
  if (rows[0] || offset === 0) return { rows, total: rows[0]?.total ?? 0 }
  const [all] = (await db.execute<{ count: string }>(upTo)).rows
  return { rows: [], total: Number(all?.count ?? 0) }
}

/** Live ones and the rest: which of them a filter lets through at all. */
function halvesOf({ state, type = 'all' }: PitchFilter): SQL[] {
  const rest = ne(pitch.state, 'inProgress')
  if (state === 'inProgress' || type === 'live') return [isLive]
  return state || type !== 'all' ? [rest] : [isLive, rest]
}

// A condition of its own, because Drizzle strips the tables of columns that stand in a selected expression itself.
const invited = sql<number>`(select count(*) from ${attendee} where ${eq(attendee.pitchId, pitch.id)})`.mapWith(Number)

function conditions({ name, state, type, startsFrom, startsTo }: PitchFilter, now: Date): (SQL | undefined)[] {
  const types = {
    all: undefined,
    live: isLive,
    upcoming: and(waiting, gt(pitch.endsAt, now)),
    past: or(inArray(pitch.state, ['processing', 'over']), and(waiting, lte(pitch.endsAt, now))),
  }
  return [
    name ? like(pitch.search, `%${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    state && eq(pitch.state, state),
    types[type ?? 'all'],
    startsFrom && gte(pitch.startsAt, startsFrom),
    startsTo && lte(pitch.startsAt, startsTo),
  ]
}

/**
 * What somebody is invited to, moderates, or may join because it is public in their organisation and not over: live
 * ones first, then what comes next, then what has been.
 */
export async function listInvited(
  db: Database | Transaction,
  actor: Actor,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: PitchWithCount[]; total: number }> {
  const mine = db
    .select({ pitchId: attendee.pitchId })
    .from(attendee)
    .where(and(eq(attendee.accountId, actor.accountId), isNull(attendee.disabledAt), isNull(attendee.removedAt)))
  const kept = db
    .select({ pitchId: attendee.pitchId })
    .from(attendee)
    .where(
      and(eq(attendee.accountId, actor.accountId), or(isNotNull(attendee.disabledAt), isNotNull(attendee.removedAt))),
    )
  const open = and(
    eq(pitch.organisationId, actor.organisationId),
    eq(pitch.isPublic, true),
    inArray(pitch.state, ['scheduled', 'delivered', 'inProgress']),
    notInArray(pitch.id, kept),
  )
  const moderated = and(eq(pitch.organisationId, actor.organisationId), arrayContains(pitch.moderators, [actor.email]))
  const where = and(isNull(pitch.deletedAt), ne(pitch.state, 'draft'), or(inArray(pitch.id, mine), open, moderated))
  const has = sql`${pitch.state} in ('processing', 'over')`
  const [all] = await db.select({ total: count() }).from(pitch).where(where)
  const rows = await db
    .select({ pitch: listed, attendees: invited })
    .from(pitch)
    .where(where)
    .orderBy(
      desc(isLive),
      has,
      sql`case when ${has} then null else ${pitch.startsAt} end`,
      desc(pitch.startsAt),
      desc(pitch.id),
    )
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: all?.total ?? 0 }
}
