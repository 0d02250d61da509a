import {
  and,
  arrayContains,
  count,
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

/**
 * Whether a pitch was deleted so long ago that it is to be removed for good; it is held until the transaction ends.
 * Money that was committed is a record, and keeps its pitch.
 */
export async function isToBePurged(db: Transaction, id: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000)
  const committed = db.select({ one: sql`1` }).from(commitment).where(eq(commitment.pitchId, pitch.id))
  const found = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(and(eq(pitch.id, id), lte(pitch.deletedAt, since), not(exists(committed))))
    .for('update')
  return found.length > 0
}

export async function removePitch(db: Transaction, id: number): Promise<void> {
  await db.delete(pitch).where(eq(pitch.id, id))
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

const sortKeys = { name: 'lower(presentation_name)', start: 'starts_at', created: 'created_at' } as const
const isLive = sql.raw(`pitch.state = 'inProgress'`)
const isNotLive = sql.raw(`pitch.state <> 'inProgress'`)
const hasEnded = sql.raw(`pitch.state in ('processing', 'over')`)
/** In the words of its index, which the planner has to recognise. */
const waiting = sql.raw(`pitch.state in ('draft', 'scheduled', 'delivered')`)

const listedColumns = [
  'id',
  'uuid',
  'presentationName',
  'presenterName',
  'companyName',
  'startsAt',
  'startZone',
  'endsAt',
  'state',
  'isPublic',
  'realStartAt',
  'createdAt',
  'updatedAt',
] as const

/** What a list shows of a pitch: no long texts. `attendees`: how many people are invited to it, or have joined it. */
export interface ListedPitch {
  readonly pitch: Pick<PitchRow, (typeof listedColumns)[number]>
  readonly attendees: number
}

// Written out once: putting together twenty columns took longer than all else that the server does for a list.
const snakeCase = (column: string) => column.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const listed = sql.raw(`${listedColumns.map(column => `pitch.${snakeCase(column)} as "${column}"`).join(', ')},
  (select count(*)::int from attendee where attendee.pitch_id = pitch.id) as attendees`)

type Listed = Record<keyof ListedPitch['pitch'], never> & { attendees: number; total: number }

/** A row as the driver gives it: numbers of eight bytes and times are text. */
function listedPitch({ attendees, total: _total, ...row }: Listed): ListedPitch {
  const at = (text: string) => new Date(text)
  const { id, startsAt, endsAt, realStartAt, createdAt, updatedAt } = row
  const times = { startsAt: at(startsAt), endsAt: at(endsAt), createdAt: at(createdAt), updatedAt: at(updatedAt) }
  return { pitch: { ...row, ...times, id: Number(id), realStartAt: realStartAt && at(realStartAt) }, attendees }
}

/**
 * One page of the pitches that pass a fence, live ones first whatever the order, and how many there are. Live ones and
 * the rest are read apart, each along an index in its order, so that a page costs as much as its rows.
 */
export async function listPitches(
  db: Database | Transaction,
  fence: SQL | undefined,
  filter: PitchFilter,
): Promise<{ rows: ListedPitch[]; total: number }> {
  const where = and(sql.raw('pitch.deleted_at is null'), fence, ...conditions(filter, new Date()))
  const key = sortKeys[filter.sort]
  const [direction, most] = [filter.order, filter.page * filter.limit]
  const halves = halvesOf(filter).map(
    (half, place) => sql`(select id, ${sql.raw(`${place} as place, ${key} as key`)} from pitch
      where ${where} and ${half} ${sql.raw(`order by key ${direction}, id ${direction} limit ${most}`)})`,
  )
  const inOrder = sql.raw(`on_page.place, on_page.key ${direction}, on_page.id ${direction}`)
  const counted = sql`(select count(*)::int from (select 1 from pitch where ${where} limit ${COUNTED}) as counted)`
  const { rows } = await db.execute<Listed>(sql`select ${listed}, ${counted} as total
    from (select * from (${sql.join(halves, sql` union all `)}) as on_page
      order by ${inOrder} limit ${filter.limit} offset ${most - filter.limit}) as on_page
    join pitch on pitch.id = on_page.id order by ${inOrder}`)
  if (rows[0] || filter.page === 1) return { rows: rows.map(listedPitch), total: rows[0]?.total ?? 0 }
  const [all] = (await db.execute<{ count: number }>(counted)).rows
  return { rows: [], total: all?.count ?? 0 }
}

/** Live ones and the rest: which of them a filter lets through at all. */
function halvesOf({ state, type = 'all' }: PitchFilter): SQL[] {
  if (state === 'inProgress' || type === 'live') return [isLive]
  return state || type !== 'all' ? [isNotLive] : [isLive, isNotLive]
}

function conditions({ name, state, type, startsFrom, startsTo }: PitchFilter, now: Date): (SQL | undefined)[] {
  return [
    name ? like(pitch.search, `%${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    state && eq(pitch.state, state),
    type === 'live' ? isLive : undefined,
    type === 'upcoming' ? and(waiting, gt(pitch.endsAt, now)) : undefined,
    type === 'past' ? or(hasEnded, and(waiting, lte(pitch.endsAt, now))) : undefined,
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
): Promise<{ rows: ListedPitch[]; total: number }> {
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
  const [all] = await db.select({ total: count() }).from(pitch).where(where)
  const { rows } = await db.execute<Listed>(sql`select ${listed} from pitch where ${where}
    order by ${isLive} desc, ${hasEnded}, case when ${hasEnded} then null else starts_at end, starts_at desc, id desc
    limit ${limit} offset ${(page - 1) * limit}`)
  return { rows: rows.map(listedPitch), total: all?.total ?? 0 }
}
