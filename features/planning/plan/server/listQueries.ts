import {
  and,
  arrayContains,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { staffPart } from '#features/core/part/server/access.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { knowsCompany, type PitchState } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { escapeLike, type Paging } from '#server/lists.ts'

/** The filter, order and page of a list of pitches. */
export interface PitchFilter extends Required<Paging> {
  readonly name?: string | undefined
  readonly state?: PitchState | undefined
  readonly deleted?: boolean
  readonly type?: 'all' | 'upcoming' | 'live' | 'past' | undefined
  readonly startsFrom?: Date | undefined
  readonly startsTo?: Date | undefined
  readonly sort: 'name' | 'start' | 'created'
}

/** The highest total that is counted; longer lists answer one more, which keeps them fast. */
const COUNTED = 10_000

const sortKeys = { name: 'lower(presentation_name)', start: 'starts_at', created: 'created_at' } as const
const isLive = `pitch.state = 'inProgress'`
const hasEnded = `pitch.state in ('processing', 'over')`
/** Worded as in its index, so that the planner recognizes it. */
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
  'isLocked',
  'spotlight',
  'approval',
  'realStartAt',
  'createdAt',
  'updatedAt',
] as const

/** What a list shows of a pitch: no long texts. `attendees`: how many people are invited to it. */
export interface ListedPitch {
  readonly pitch: Pick<PitchRow, (typeof listedColumns)[number]>
  readonly attendees: number
}

// Built once: assembling twenty columns per call took longer than the rest of the server's work for a list.
const snakeCase = (column: string) => column.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const listed = `${listedColumns.map(column => `pitch.${snakeCase(column)} as "${column}"`).join(', ')},
  (select count(*)::int from attendee where attendee.pitch_id = pitch.id and attendee.invited_at is not null) as attendees`

type Listed = Omit<ListedPitch['pitch'], 'id'> & { id: string; attendees: number; total: number }

/** A row as the driver gives it: a number of eight bytes is text. */
const listedPitch = ({ attendees, total: _total, ...row }: Listed): ListedPitch => ({
  pitch: { ...row, id: Number(row.id) },
  attendees,
})

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * One page of the pitches that pass a fence, live ones first whatever the order, and how many there are. Live ones and
 * the rest are read apart, each along an index in its order, so that a page costs as much as its rows.
 */
export async function listPitches(
  pool: pg.Pool,
  fence: SQL | undefined,
  filter: PitchFilter,
): Promise<{ rows: ListedPitch[]; total: number }> {
  const presence = filter.deleted ? isNotNull(pitch.deletedAt) : isNull(pitch.deletedAt)
  const condition = and(presence, fence, ...conditions(filter, rightNow()))
  // The condition is written once and stands in the statement three times, with the same parameters.
  const { sql: where, params } = dialect.sqlToQuery(condition ?? sql`true`)
  const [key, direction, most] = [sortKeys[filter.sort], filter.order, filter.page * filter.limit]
  const halves = halvesOf(filter).map(
    (half, place) => `(select id, ${place} as place, ${key} as key from pitch where ${where} and ${half}
      order by key ${direction}, id ${direction} limit ${most})`,
  )
  const inOrder = `on_page.place, on_page.key ${direction}, on_page.id ${direction}`
  const counted = `(select count(*)::int from (select 1 from pitch where ${where} limit ${COUNTED + 1}) as counted)`
  const { rows } = await pool.query<Listed>(
    `select ${listed}, ${counted} as total
    from (select * from (${halves.join(' union all ')}) as on_page
      order by ${inOrder} limit ${filter.limit} offset ${most - filter.limit}) as on_page
    join pitch on pitch.id = on_page.id order by ${inOrder}`,
    params,
  )
  if (rows[0] || filter.page === 1) return { rows: rows.map(listedPitch), total: rows[0]?.total ?? 0 }
  const beyond = await pool.query<{ count: number }>(counted.slice(1, -1), params)
  return { rows: [], total: beyond.rows[0]?.count ?? 0 }
}

/** The halves, live pitches and the rest, that a filter can match at all. */
function halvesOf({ state, type = 'all' }: PitchFilter): string[] {
  const isNotLive = `pitch.state <> 'inProgress'`
  if (state === 'inProgress' || type === 'live') return [isLive]
  return state || type !== 'all' ? [isNotLive] : [isLive, isNotLive]
}

function conditions({ name, state, type, startsFrom, startsTo }: PitchFilter, now: Date): (SQL | undefined)[] {
  return [
    name ? like(pitch.search, `%${escapeLike(name.toLowerCase())}%`) : undefined,
    state && eq(pitch.state, state),
    type === 'live' ? sql.raw(isLive) : undefined,
    type === 'upcoming' ? and(waiting, gt(pitch.endsAt, now)) : undefined,
    type === 'past' ? or(sql.raw(hasEnded), and(waiting, lte(pitch.endsAt, now))) : undefined,
    startsFrom && gte(pitch.startsAt, startsFrom),
    startsTo && lte(pitch.startsAt, startsTo),
  ]
}

/**
 * Pitches that the caller is invited to, moderates, or may join because they are public in the caller's organization
 * and not over: live ones first, then upcoming, then past.
 */
export async function listInvited(
  { db, pool }: Pick<Frame, 'db' | 'pool'>,
  actor: Actor,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ListedPitch[]; total: number }> {
  const invitedTo = db
    .select({ pitchId: attendee.pitchId })
    .from(attendee)
    .where(and(eq(attendee.accountId, actor.accountId), isNull(attendee.disabledAt), isNull(attendee.removedAt)))
  const shutOutOf = db
    .select({ pitchId: attendee.pitchId })
    .from(attendee)
    .where(
      and(eq(attendee.accountId, actor.accountId), or(isNotNull(attendee.disabledAt), isNotNull(attendee.removedAt))),
    )
  const open = and(
    eq(pitch.organisationId, actor.organisationId),
    eq(pitch.isPublic, true),
    inArray(pitch.state, ['scheduled', 'delivered', 'inProgress']),
    notInArray(pitch.id, shutOutOf),
  )
  const moderated = and(eq(pitch.organisationId, actor.organisationId), arrayContains(pitch.moderators, [actor.email]))
  const shown = and(isNull(pitch.deletedAt), ne(pitch.state, 'draft'), isNull(pitch.rehearsalOf))
  const where = and(shown, or(inArray(pitch.id, invitedTo), open, moderated))
  const [all] = await db.select({ total: count() }).from(pitch).where(where)
  const { sql: text, params } = dialect.sqlToQuery(where ?? sql`true`)
  const { rows } = await pool.query<Listed & Disclosing>(
    `select ${listed}, ${disclosing(params.length + 1)} from pitch where ${text}
    order by ${isLive} desc, ${hasEnded}, case when ${hasEnded} then null else starts_at end, starts_at desc, id desc
    limit ${limit} offset ${(page - 1) * limit}`,
    [...params, actor.accountId],
  )
  return { rows: rows.map(row => asKnown(actor, row)), total: all?.total ?? 0 }
}

/** What decides whether a person may know a listed pitch's company, and the name that they get otherwise. */
type Disclosing = Pick<
  PitchRow,
  'companyDisclosure' | 'obfuscatedCompanyName' | 'userId' | 'organisationId' | 'coHosts' | 'moderators'
> & { isInvited: boolean }

/** The actor's id is the parameter of this number. */
const disclosing = (parameter: number) => `company_disclosure as "companyDisclosure", user_id as "userId",
  obfuscated_company_name as "obfuscatedCompanyName", organisation_id as "organisationId", co_hosts as "coHosts", moderators,
  exists (select from attendee where attendee.pitch_id = pitch.id and attendee.account_id = $${parameter}
    and attendee.invited_at is not null and attendee.tag = '') as "isInvited"`

/** A listed pitch under the name that its company has for the reader. */
function asKnown(actor: Actor, row: Listed & Disclosing): ListedPitch {
  const { companyDisclosure, userId, organisationId, coHosts, moderators, isInvited, ...shown } = row
  const part = staffPart(actor, { userId, organisationId, coHosts, moderators }) ?? 'attendee'
  const { obfuscatedCompanyName, ...listed } = shown
  const knows = knowsCompany({ companyDisclosure, state: listed.state }, part, isInvited)
  return listedPitch(knows ? listed : { ...listed, companyName: obfuscatedCompanyName })
}
