import { eq, type SQL, sql } from 'drizzle-orm'
import { veilPeople } from '#features/core/account/people.ts'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Person } from '#features/room/guest/contract.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { contains } from '#server/lists.ts'
import { type Aliases, numberInSql } from './aliases.ts'
import { veiledPeople } from './veiling.ts'

/** A query for the people of a room. */
export interface PeopleQuery {
  readonly page: number
  readonly limit: number
  readonly name?: string | undefined
  /** These accounts alone, or all except these. */
  readonly only?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
  /** Includes attendees who were removed and not readmitted. */
  readonly removedToo: boolean
  /** The caller must not learn who the attendees are, not even by the order or by a search: these are their aliases. */
  readonly veiled: Aliases | undefined
  readonly guestsOnly?: boolean
  /** People without a name alone. */
  readonly nameless?: boolean | undefined
  /** A search finds people by their names, not by their companies and positions. */
  readonly namesAlone?: boolean
}

const partsInOrder: PitchPart[] = ['owner', 'coHost', 'moderator', 'admin', 'attendee']
const attends = 5

const fullNameIn = (a: SQL) => fullNameOf({ firstname: sql`${a}.firstname`, lastname: sql`${a}.lastname` })

/** `nameOrNumber` of an account's row. */
export const calledIn = (a: SQL) => sql`coalesce(nullif(${fullNameIn(a)}, ''), '#' || upper(left(${a}.id::text, 4)))`

/** A row of the page, or nothing but the counts when the page is beyond the end. */
type PersonRow = Omit<Person, 'part' | 'linkedin_publicProfileUrl' | 'guest'> & {
  place: number
  linkedin: string
  email: string
  address: string
  end_date_raw: string | null
  total: number
  here: number
}
export type PersonFound = Person & {
  readonly email: string
  readonly address: string
  readonly end_date_raw: string | null
}

/**
 * The people of a room: its team, its invited attendees, and all who are present. The present ones come first, then by
 * part and name. `here` counts the present ones.
 */
export async function listPeople(
  db: Database | Transaction,
  pitch: PitchRow,
  query: PeopleQuery,
): Promise<{ items: PersonFound[]; total: number; here: number }> {
  const { page, limit, name, veiled } = query
  const places = sql.param(partsInOrder)
  const staff = (part: PitchPart, emails: readonly string[]) => sql`select ${account.id},
    array_position(${places}::text[], ${part}), false, false from ${account}
    where ${account.email} = any(${sql.param([...emails])}::text[]) and ${account.organisationId} = ${pitch.organisationId}`
  const own = (words: SQL) =>
    veiled
      ? sql`case when people.place = ${attends} then ${numberInSql(veiled.inSql(sql`a.id`))} else ${words} end`
      : words
  const ids = (some: readonly string[]) => sql`any(${sql.param([...some])}::uuid[])`
  const names = sql`concat_ws(' ', a.firstname, a.lastname, ${fullNameIn(sql`a`)})`
  const wanted = [
    contains(name, own(query.namesAlone ? names : sql`concat_ws(' ', ${names}, a.company_name, a.position)`)),
    query.only && sql`people.id = ${ids(query.only)}`,
    query.without && sql`not people.id = ${ids(query.without)}`,
    query.nameless && sql`trim(a.firstname || a.lastname) = ''`,
    query.guestsOnly && sql`people.place = ${attends}`,
  ].filter(one => typeof one === 'object')
  // the fields of a person are read for the rows of the page alone
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
      group by id having ${query.removedToo} or not bool_or(removed)
    ), named as materialized (
      select people.*, ${own(sql`lower(a.firstname || ' ' || a.lastname)`)} as sorted
      from people join ${account} a on a.id = people.id
      where ${wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`}
    ), page as (
      select * from named order by line desc, place, sorted, id limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*)::int from named) as total, (select count(*)::int from people where line) as here,
      a.id, ${calledIn(sql`a`)} as name, a.firstname, a.lastname, a.email, a.location as address,
      case when page.place = ${attends} then a.accredited_until end as end_date_raw,
      coalesce(a.head_image, a.linkedin_image, '') as avatar, a.position as sign, a.company_name,
      coalesce(a.linkedin_profile_url, '') as linkedin, page.place::int, page.line, page.removed
    from (values (1)) as one left join page on true left join ${account} a on a.id = page.id
    order by page.line desc, page.place, page.sorted, page.id`)
  const items = rows.flatMap(({ place, linkedin, total: _total, here: _here, ...person }) => {
    if (person.id === null) return []
    const part = partsInOrder[place - 1] ?? 'attendee'
    const found = [{ ...person, linkedin_publicProfileUrl: linkedin, part, guest: '' }]
    if (!veiled || part !== 'attendee') return found
    return veilPeople(found, () => false).map(guest => ({ ...guest, guest: guestName(guest.id) }))
  })
  return { items, total: rows[0]?.total ?? 0, here: rows[0]?.here ?? 0 }
}

type Reader = Database | Transaction

/** A person of a pitch, as a chat shows them. */
export interface PersonOfPitch {
  readonly id: string
  readonly name: string
  readonly firstname: string
  readonly lastname: string
  readonly avatar: string
  /** Whether the person is in the room now. */
  readonly line: boolean
}

/**
 * The people among these who belong to a pitch: its team, its attendees who were not removed, all who are present, and
 * all who were present and may return: admins, and for a public pitch the people of its organization.
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
  // [PERM-059] in guest mode a chat does not name guests either
  return veiledPeople(db, pitch.id, rows as PersonOfPitch[])
}

/** The pitches that an account attended, or to which it was invited. */
export async function pitchesOf(db: Database | Transaction, accountId: string): Promise<number[]> {
  const rows = await db
    .select({ pitchId: attendance.pitchId })
    .from(attendance)
    .where(eq(attendance.accountId, accountId))
    .union(db.select({ pitchId: attendee.pitchId }).from(attendee).where(eq(attendee.accountId, accountId)))
  return rows.map(({ pitchId }) => pitchId)
}
