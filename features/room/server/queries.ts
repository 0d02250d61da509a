import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { account } from '#features/account/server/tables.ts'
import { SNAPSHOT_MESSAGES } from '#features/chat/apply.ts'
import type { ChatMessage } from '#features/chat/events.ts'
import { attendee } from '#features/invite/server/tables.ts'
import type { PitchPart } from '#features/pitch/rules.ts'
import type { PitchRow } from '#features/pitch/server/access.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { emptyRoom, emptyView, type RoomState, type RoomView } from '#features/room/apply.ts'
import type { Person } from '#features/room/contract.ts'
import type { RoomEvent } from '#features/room/events.ts'
import { type TeamPart, teamParts } from '#features/stage/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { attendance, pageView, room, roomEvent } from './tables.ts'

type Reader = Database | Transaction

/** The whole room as its events up to `seq` have made it. One statement, so that all of it is of one moment. */
export async function readRoom(db: Reader, pitchId: number): Promise<{ seq: number; view: RoomView }> {
  const last = sql`select ${roomEvent.seq} as seq, ${roomEvent.payload} -> 'message' as message from ${roomEvent}
    where ${roomEvent.pitchId} = ${pitchId} and ${roomEvent.type} = 'messageSent'
    order by ${roomEvent.seq} desc limit ${SNAPSHOT_MESSAGES}`
  const messages = sql<ChatMessage[]>`(select coalesce(jsonb_agg(message order by (message ->> 'id')::bigint), '[]')
    from (${last}) as last)`
  const [row] = await db
    .select({ seq: room.seq, state: room.state, messages })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row
    ? { seq: row.seq, view: { room: { ...emptyRoom, ...row.state }, chat: { messages: row.messages } } }
    : { seq: 0, view: emptyView }
}

/** The room's own state, without its chat. */
export async function roomStateOf(db: Reader, pitchId: number): Promise<RoomState> {
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  return { ...emptyRoom, ...row?.state }
}

/** The next events after a number, in order. */
export async function eventsAfter(db: Reader, pitchId: number, seq: number, limit: number): Promise<RoomEvent[]> {
  const rows = await db
    .select({ seq: roomEvent.seq, type: roomEvent.type, payload: roomEvent.payload, at: roomEvent.at })
    .from(roomEvent)
    .where(and(eq(roomEvent.pitchId, pitchId), gt(roomEvent.seq, seq)))
    .orderBy(asc(roomEvent.seq))
    .limit(limit)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }) as unknown as RoomEvent)
}

/** The number of the last event of each of these rooms. A room in which nothing happened is not among them. */
export async function headsOf(db: Reader, pitchIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (pitchIds.length === 0) return new Map()
  const rows = await db
    .select({ pitchId: room.pitchId, seq: room.seq })
    .from(room)
    .where(inArray(room.pitchId, [...pitchIds]))
  return new Map(rows.map(row => [row.pitchId, row.seq]))
}

/** Those whom a pitch names and who are in its room as such: the owner first, then co-hosts, then moderators. */
export async function teamInRoom(
  db: Reader,
  pitch: PitchRow,
): Promise<{ user_id: string; name: string; part: TeamPart }[]> {
  const named = [...pitch.coHosts, ...pitch.moderators]
  const rows = await db
    .selectDistinct({ id: account.id, email: account.email, firstname: account.firstname, lastname: account.lastname })
    .from(attendance)
    .innerJoin(account, eq(account.id, attendance.accountId))
    .where(
      and(
        eq(attendance.pitchId, pitch.id),
        isNull(attendance.leftAt),
        inArray(attendance.part, [...teamParts]),
        eq(account.organisationId, pitch.organisationId),
        or(eq(account.id, pitch.userId), inArray(account.email, named)),
      ),
    )
    .orderBy(account.lastname, account.id)
  const partOf = ({ id, email }: { id: string; email: string }): TeamPart =>
    id === pitch.userId ? 'owner' : pitch.coHosts.includes(email) ? 'coHost' : 'moderator'
  return rows
    .map(row => ({ user_id: row.id, name: `${row.firstname} ${row.lastname}`.trim(), part: partOf(row) }))
    .sort((a, b) => teamParts.indexOf(a.part) - teamParts.indexOf(b.part))
}

/** Who of these people is in a room, or was so since a moment. */
export async function attendeesHere(
  db: Reader,
  pitchId: number,
  ids: readonly string[],
  since?: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: attendance.accountId })
    .from(attendance)
    .where(
      and(
        eq(attendance.pitchId, pitchId),
        inArray(attendance.accountId, [...ids]),
        since ? or(isNull(attendance.leftAt), gt(attendance.leftAt, since)) : isNull(attendance.leftAt),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

interface Listing {
  readonly page: number
  readonly limit: number
  readonly name?: string | undefined
}

const pattern = (name: string) => `%${name.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Those who may be in a room: who runs the pitch, who is invited, and whoever is there. The present ones first, then by
 * part and name. `here` counts the people who are there.
 */
export async function listPeople(
  db: Reader,
  pitch: PitchRow,
  { page, limit, name, removedToo }: Listing & { removedToo: boolean },
): Promise<{ items: Person[]; total: number; here: number }> {
  const places = sql.param(partsInOrder)
  const staff = (part: PitchPart, emails: readonly string[]) => sql`select ${account.id},
    array_position(${places}::text[], ${part}), false, false from ${account}
    where ${account.email} = any(${sql.param([...emails])}::text[]) and ${account.organisationId} = ${pitch.organisationId}`
  const found = name
    ? sql`where concat_ws(' ', a.firstname, a.lastname, a.company_name, a.position) ilike ${pattern(name)}`
    : sql``
  // What a row shows is looked up for the rows of the page alone.
  const { rows } = await db.execute<PersonRow>(sql`
    with known (id, place, line, removed) as (
      select ${pitch.userId}::uuid, 1, false, false
      union all ${staff('coHost', pitch.coHosts)}
      union all ${staff('moderator', pitch.moderators)}
      union all select ${attendance.accountId}, array_position(${places}::text[], ${attendance.part}), true, false
        from ${attendance} where ${attendance.pitchId} = ${pitch.id} and ${attendance.leftAt} is null
      union all select ${attendee.accountId}, 5, false, ${attendee.removedAt} is not null
        from ${attendee} where ${attendee.pitchId} = ${pitch.id} and ${attendee.disabledAt} is null
    ), people as materialized (
      select id, min(place) as place, bool_or(line) and not bool_or(removed) as line, bool_or(removed) as removed
      from known
      group by id having ${removedToo} or not bool_or(removed)
    ), named as materialized (
      select people.*, lower(a.firstname || ' ' || a.lastname) as sorted
      from people join ${account} a on a.id = people.id ${found}
    ), page as (
      select * from named order by line desc, place, sorted, id limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*)::int from named) as total, (select count(*)::int from people where line) as here,
      a.id, trim(a.firstname || ' ' || a.lastname) as name, a.firstname, a.lastname,
      coalesce(a.head_image, a.linkedin_image, '') as avatar, a.position as sign, a.company_name,
      coalesce(a.linkedin_profile_url, '') as linkedin, page.place::int, page.line, page.removed
    from (values (1)) as one left join page on true left join ${account} a on a.id = page.id
    order by page.line desc, page.place, page.sorted, page.id`)
  const items = rows.flatMap(({ place, linkedin, total: _total, here: _here, ...person }) =>
    person.id === null
      ? []
      : { ...person, linkedin_publicProfileUrl: linkedin, part: partsInOrder[place - 1] ?? 'attendee' },
  )
  return { items, total: rows[0]?.total ?? 0, here: rows[0]?.here ?? 0 }
}

/** Somebody of a pitch, as a chat shows them. */
export interface PersonOfPitch {
  readonly id: string
  readonly name: string
  readonly firstname: string
  readonly lastname: string
  readonly avatar: string
  /** In the room now. */
  readonly line: boolean
}

/** Those of these people who belong to a pitch: who runs it, who is invited and was not removed, who has been there. */
export async function peopleOfPitch(db: Reader, pitch: PitchRow, ids: readonly string[]): Promise<PersonOfPitch[]> {
  const staff = sql.param([...pitch.coHosts, ...pitch.moderators])
  const invited = sql`select from ${attendee} i where i.pitch_id = ${pitch.id} and i.account_id = a.id`
  const { rows } = await db.execute<Record<keyof PersonOfPitch, never>>(sql`
    select a.id, trim(a.firstname || ' ' || a.lastname) as name, a.firstname, a.lastname,
      coalesce(a.head_image, a.linkedin_image, '') as avatar,
      exists (select from ${attendance} s where s.pitch_id = ${pitch.id} and s.account_id = a.id and s.left_at is null) as line
    from ${account} a where a.id = any(${sql.param([...ids])}::uuid[])
      and not exists (${invited} and (i.removed_at is not null or i.disabled_at is not null))
      and (a.id = ${pitch.userId}
        or (a.email = any(${staff}::text[]) and a.organisation_id = ${pitch.organisationId})
        or exists (${invited})
        or exists (select from ${attendance} s where s.pitch_id = ${pitch.id} and s.account_id = a.id))
    order by lower(a.firstname || ' ' || a.lastname), a.id`)
  return rows
}

/** Those of these people who run a pitch, as `isHost` says it. */
export async function hostsAmong(db: Reader, pitchId: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from ${account} a, ${pitch} p where p.id = ${pitchId} and a.id = any(${sql.param([...ids])}::uuid[])
      and (a.id = p.user_id or 'superadmin' = any(a.roles)
        or (a.organisation_id = p.organisation_id
          and (a.email = any(p.co_hosts || p.moderators) or a.roles && array['admin', 'pitchadmin'])))`)
  return rows.map(row => row.id)
}

/** The accounts of those whom a pitch names as its presenter, co-hosts and moderators. */
export async function teamOfPitch(db: Reader, pitch: PitchRow): Promise<string[]> {
  const named = inArray(account.email, [...pitch.coHosts, ...pitch.moderators])
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(or(eq(account.id, pitch.userId), and(eq(account.organisationId, pitch.organisationId), named)))
  return rows.map(row => row.id)
}

const partsInOrder: PitchPart[] = ['owner', 'coHost', 'moderator', 'admin', 'attendee']

/** A row of the page, or nothing but the counts when the page is beyond the end. */
type PersonRow = Omit<Person, 'part' | 'linkedin_publicProfileUrl'> & {
  place: number
  linkedin: string
  total: number
  here: number
}

/** One person's time in a room. */
export interface Attended {
  readonly accountId: string
  readonly name: string
  readonly email: string
  readonly joinedAt: Date
  /** Null while they are there. */
  readonly leftAt: Date | null
  /** In the room while the pitch was live; several connections at a time count once. */
  readonly seconds: number
  readonly pages: { page: number; seconds: number }[]
}

/** Who attended a pitch, in the order of their coming; those who ran it are not among them. */
export async function listAttendance(
  db: Reader,
  pitch: PitchRow,
  { page, limit, name }: Listing,
): Promise<{ rows: Attended[]; total: number }> {
  const live = sql`tstzrange(${pitch.realStartAt?.toISOString() ?? null}::timestamptz, ${pitch.realEndAt?.toISOString() ?? null}::timestamptz)`
  const found = name ? sql`and concat_ws(' ', a.firstname, a.lastname, a.email) ilike ${pattern(name)}` : sql``
  const { rows } = await db.execute<Record<keyof Attended | 'total', never>>(sql`
    with stays as (
      select ${attendance.accountId} as id, min(${attendance.joinedAt}) as joined_at,
        case when bool_or(${attendance.leftAt} is null) then null else max(${attendance.leftAt}) end as left_at,
        range_agg(tstzrange(${attendance.joinedAt}, greatest(${attendance.joinedAt}, coalesce(${attendance.leftAt}, now()))))
          * tstzmultirange(${live}) as spans
      from ${attendance} where ${attendance.pitchId} = ${pitch.id}
        and ${attendance.part} not in ('owner', 'coHost', 'moderator') group by 1
    )
    select a.id as "accountId", trim(a.firstname || ' ' || a.lastname) as name, a.email,
      stays.joined_at as "joinedAt", stays.left_at as "leftAt",
      (select coalesce(sum(extract(epoch from upper(span) - lower(span))), 0) from unnest(stays.spans) as span)::int as seconds,
      (select coalesce(jsonb_agg(jsonb_build_object('page', page, 'seconds', round(milliseconds / 1000.0)) order by page), '[]')
        from ${pageView} where pitch_id = ${pitch.id} and account_id = a.id and milliseconds >= 500) as pages,
      count(*) over ()::int as total
    from stays join ${account} a on a.id = stays.id where true ${found}
    order by stays.joined_at, a.id limit ${limit} offset ${(page - 1) * limit}`)
  const attended = rows as unknown as (Attended & { total: number })[]
  return {
    rows: attended.map(row => ({
      ...row,
      joinedAt: new Date(row.joinedAt),
      leftAt: row.leftAt && new Date(row.leftAt),
    })),
    total: attended[0]?.total ?? 0,
  }
}
