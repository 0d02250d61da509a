import { and, asc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { account } from '#features/account/server/tables.ts'
import { SNAPSHOT_MESSAGES } from '#features/chat/apply.ts'
import { roomMessages, roomMessagesOf } from '#features/chat/server/queries.ts'
import { countPages, pagesBefore } from '#features/deck/server/queries.ts'
import { veiledPeople } from '#features/guest/server/veiling.ts'
import { calledInRoom, type GuestMode, noGuestMode } from '#features/guest/veil.ts'
import { attendee } from '#features/invite/server/tables.ts'
import type { PitchRow } from '#features/pitch/server/access.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { emptyRoom, emptyView, type RoomState, type RoomView } from '#features/room/apply.ts'
import type { RoomEvent } from '#features/room/events.ts'
import { type TeamPart, teamParts } from '#features/stage/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { calledIn, pattern } from './peopleQueries.ts'
import { attendance, pageView, room, roomEvent } from './tables.ts'

type Reader = Database | Transaction

/** The whole room as its events up to `seq` have made it. One statement, so that all of it is of one moment. */
export async function readRoom(db: Reader, pitchId: number): Promise<{ seq: number; view: RoomView }> {
  const messages = roomMessagesOf(pitchId, SNAPSHOT_MESSAGES)
  const [row] = await db
    .select({ seq: room.seq, state: room.state, messages })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row
    ? { seq: row.seq, view: { room: { ...emptyRoom, ...row.state }, chat: { messages: roomMessages(row.messages) } } }
    : { seq: 0, view: emptyView }
}

/** The room's own state, without its chat. */
export async function roomStateOf(db: Reader, pitchId: number): Promise<RoomState> {
  const [row] = await db.select({ state: room.state }).from(room).where(eq(room.pitchId, pitchId))
  return { ...emptyRoom, ...row?.state }
}

/** [STATE-091, STATE-092] The guest mode of a pitch, without the rest of its room. */
export async function guestModeOf(db: Reader, pitchId: number): Promise<GuestMode> {
  const [row] = await db
    .select({ guests: sql<GuestMode | null>`${room.state} -> 'guests'` })
    .from(room)
    .where(eq(room.pitchId, pitchId))
  return row?.guests ?? noGuestMode
}

const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) => `${firstname} ${lastname}`.trim()

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
    .map(row => ({ user_id: row.id, name: calledInRoom(row.id, nameOf(row)), part: partOf(row) }))
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

/** The pitches in whose rooms somebody was, or to which they were invited. */
export async function pitchesOf(db: Reader, accountId: string): Promise<number[]> {
  const rows = await db
    .select({ pitchId: attendance.pitchId })
    .from(attendance)
    .where(eq(attendance.accountId, accountId))
    .union(db.select({ pitchId: attendee.pitchId }).from(attendee).where(eq(attendee.accountId, accountId)))
  return rows.map(({ pitchId }) => pitchId)
}

/** Those of these pitches in whose rooms anything happened. */
export async function roomsAmong(db: Reader, pitchIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ pitchId: room.pitchId })
    .from(room)
    .where(inArray(room.pitchId, [...pitchIds]))
    .orderBy(room.pitchId)
  return rows.map(({ pitchId }) => pitchId)
}

interface Listing {
  readonly page: number
  readonly limit: number
  readonly name?: string | undefined
  /** Who came, the invitees who did not, or both: those who came first. */
  readonly who?: 'came' | 'absent' | 'all' | undefined
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

/**
 * Those of these people who belong to a pitch: who runs it, who is invited and was not removed, who is there. Whoever has
 * been there belongs to it while they may come again: an admin, and of a public pitch the people of its organisation.
 */
export async function peopleOfPitch(db: Reader, pitch: PitchRow, ids: readonly string[]): Promise<PersonOfPitch[]> {
  const staff = sql.param([...pitch.coHosts, ...pitch.moderators])
  const stay = sql`select from ${attendance} s where s.pitch_id = ${pitch.id} and s.account_id = a.id`
  const invited = sql`select from ${attendee} i where i.pitch_id = ${pitch.id} and i.account_id = a.id`
  const { rows } = await db.execute<Record<keyof PersonOfPitch, never>>(sql`
    select a.id, ${calledIn(sql`a`)} as name, a.firstname, a.lastname,
      coalesce(a.head_image, a.linkedin_image, '') as avatar,
      exists (${stay} and s.left_at is null) as line
    from ${account} a where a.id = any(${sql.param([...ids])}::uuid[]) and a.deleted_at is null
      and not exists (${invited} and (i.removed_at is not null or i.disabled_at is not null))
      and (a.id = ${pitch.userId}
        or (a.email = any(${staff}::text[]) and a.organisation_id = ${pitch.organisationId})
        or exists (${invited})
        or exists (${stay} and (s.left_at is null or 'superadmin' = any(a.roles)
          or (a.organisation_id = ${pitch.organisationId}
            and (${pitch.isPublic} or a.roles && array['admin', 'pitchadmin'])))))
    order by lower(a.firstname || ' ' || a.lastname), a.id`)
  // [PERM-059] in guest mode a chat names its guests no more than the room does
  return veiledPeople(db, pitch.id, rows as PersonOfPitch[])
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

/** Those who run a pitch and were in its room, and those whom it names. */
export async function hostsSeen(db: Reader, pitch: PitchRow): Promise<string[]> {
  const seen = await db
    .selectDistinct({ id: attendance.accountId })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitch.id), ne(attendance.part, 'attendee')))
  return hostsAmong(db, pitch.id, [...(await teamOfPitch(db, pitch)), ...seen.map(({ id }) => id)])
}

/** [PERM-052] Those in a room whom nobody mutes or removes, by name. */
export async function hostsHere(db: Reader, pitch: PitchRow): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectDistinct({ id: account.id, firstname: account.firstname, lastname: account.lastname })
    .from(attendance)
    .innerJoin(account, eq(account.id, attendance.accountId))
    .where(and(eq(attendance.pitchId, pitch.id), isNull(attendance.leftAt)))
    .orderBy(account.lastname, account.id)
  const ids = rows.map(row => row.id)
  const hosts = new Set(await hostsAmong(db, pitch.id, ids))
  const named = rows.filter(row => hosts.has(row.id))
  return named.map(row => ({ id: row.id, name: calledInRoom(row.id, nameOf(row)) }))
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

/** The accounts of those who are in a room as the organisation's admins. */
export async function adminsHere(db: Reader, pitchId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: attendance.accountId })
    .from(attendance)
    .where(and(eq(attendance.pitchId, pitchId), isNull(attendance.leftAt), eq(attendance.part, 'admin')))
  return rows.map(row => row.id)
}

/** One person's time in a room. */
export interface Attended {
  readonly accountId: string
  readonly name: string
  readonly email: string
  /** Null: they were invited and did not come. */
  readonly joinedAt: Date | null
  /** Null while they are there, and of somebody who did not come. */
  readonly leftAt: Date | null
  /** In the room while the pitch was live; several connections at a time count once. */
  readonly seconds: number
  readonly pages: { page: number; seconds: number }[]
}

/**
 * Who attended a pitch, in the order of their coming; those who ran it are not among them. Nobody attends a pitch that is
 * over: a page that somebody leaves open ends no later than it, and whoever opens one only afterwards did not come.
 */
export async function listAttendance(
  db: Reader,
  pitch: PitchRow,
  { page, limit, name, who = 'came' }: Listing,
): Promise<{ rows: Attended[]; total: number }> {
  const end = sql`${pitch.realEndAt?.toISOString() ?? null}::timestamptz`
  const live = sql`tstzrange(${pitch.realStartAt?.toISOString() ?? null}::timestamptz, ${end})`
  const inTime = sql`${attendance.pitchId} = ${pitch.id} and ${attendance.joinedAt} < coalesce(${end}, 'infinity')`
  const found = name ? sql`and concat_ws(' ', a.firstname, a.lastname, a.email) ilike ${pattern(name)}` : sql``
  const staff = sql.param([...pitch.coHosts, ...pitch.moderators])
  // a page of no file is one of the whole deck, and a pitch without a deck has one
  const pages = Math.max(1, await countPages(db, pitch.id))
  const { rows } = await db.execute<Record<keyof Attended | 'total', never>>(sql`
    with stays as (
      select ${attendance.accountId} as id, min(${attendance.joinedAt}) as joined_at,
        case when ${end} is null and bool_or(${attendance.leftAt} is null) then null
          else max(least(${attendance.leftAt}, ${end})) end as left_at,
        range_agg(tstzrange(${attendance.joinedAt}, greatest(${attendance.joinedAt}, coalesce(${attendance.leftAt}, now()))))
          * tstzmultirange(${live}) as spans
      from ${attendance} where ${inTime} and ${attendance.part} not in ('owner', 'coHost', 'moderator') group by 1
    ), absent as (
      select ${attendee.accountId} as id, null::timestamptz, null::timestamptz, null::tstzmultirange
      from ${attendee} where ${attendee.pitchId} = ${pitch.id} and ${attendee.removedAt} is null
        and not exists (select from ${attendance} where ${inTime} and ${attendance.accountId} = ${attendee.accountId})
        and ${attendee.accountId} <> ${pitch.userId} and not ${attendee.email} = any(${staff}::text[])
    ), listed as (
      select * from stays where ${who !== 'absent'} union all select * from absent where ${who !== 'came'}
    ), deck as (${pagesBefore(pitch.id)})
    select a.id as "accountId", trim(a.firstname || ' ' || a.lastname) as name, a.email,
      listed.joined_at as "joinedAt", listed.left_at as "leftAt",
      (select coalesce(sum(extract(epoch from upper(span) - lower(span))), 0) from unnest(listed.spans) as span)::int as seconds,
      (select coalesce(jsonb_agg(jsonb_build_object('page', page, 'seconds', round(milliseconds / 1000.0)) order by page), '[]')
        from (select coalesce(deck.before, 0)::int + ${pageView.page} as page, ${pageView.milliseconds} as milliseconds
          from ${pageView} left join deck on deck.id = ${pageView.fileId}
          where ${pageView.pitchId} = ${pitch.id} and ${pageView.accountId} = a.id and ${pageView.milliseconds} >= 500
            and (${pageView.fileId} is not null or ${pageView.page} <= ${pages})) as seen
        ) as pages,
      count(*) over ()::int as total
    from listed join ${account} a on a.id = listed.id where true ${found}
    order by listed.joined_at nulls last, lower(a.lastname || ' ' || a.firstname), a.id
    limit ${limit} offset ${(page - 1) * limit}`)
  const attended = rows as unknown as (Attended & { total: number })[]
  return {
    rows: attended.map(row => ({
      ...row,
      joinedAt: row.joinedAt && new Date(row.joinedAt),
      leftAt: row.leftAt && new Date(row.leftAt),
    })),
    total: attended[0]?.total ?? 0,
  }
}
