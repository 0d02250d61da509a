import { sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { countPages, pagesBefore } from '#features/room/deck/server/queries.ts'
import { attendance, pageView } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { contains } from '#server/lists.ts'

type Reader = Database | Transaction

interface Listing {
  readonly page: number
  readonly limit: number
  readonly name?: string | undefined
  /** The attendees who came, the invitees who did not come, or both, with the ones who came first. */
  readonly who?: 'came' | 'absent' | 'all' | undefined
}

/** One person's time in a room. */
export interface Attended {
  readonly accountId: string
  readonly name: string
  readonly email: string
  /** Null: they were invited and did not come. */
  readonly joinedAt: Date | null
  /** Null while they are there, and for an invitee who did not come. */
  readonly leftAt: Date | null
  /** In the room while the pitch was live; several connections at a time count once. */
  readonly seconds: number
  readonly pages: { page: number; seconds: number }[]
}

/**
 * The attendees of a pitch in the order in which they came; its owner, co-hosts and moderators are left out. A stay ends with
 * the pitch, even on a page that is left open, and a stay that began after the end does not count.
 */
export async function listAttendance(
  db: Reader,
  pitch: PitchRow,
  { page, limit, name, who = 'came' }: Listing,
): Promise<{ rows: Attended[]; total: number }> {
  const end = sql`${pitch.realEndAt?.toISOString() ?? null}::timestamptz`
  const live = sql`tstzrange(${pitch.realStartAt?.toISOString() ?? null}::timestamptz, ${end})`
  const inTime = sql`${attendance.pitchId} = ${pitch.id} and ${attendance.joinedAt} < coalesce(${end}, 'infinity')`
  const full = fullNameOf({ firstname: sql`a.firstname`, lastname: sql`a.lastname` })
  const found = contains(name, sql`concat_ws(' ', a.firstname, a.lastname, a.email, ${full})`) ?? sql`true`
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
    select a.id as "accountId", ${full} as name, a.email,
      listed.joined_at as "joinedAt", listed.left_at as "leftAt",
      (select coalesce(sum(extract(epoch from upper(span) - lower(span))), 0) from unnest(listed.spans) as span)::int as seconds,
      (select coalesce(jsonb_agg(jsonb_build_object('page', page, 'seconds', round(milliseconds / 1000.0)) order by page), '[]')
        from (select coalesce(deck.before, 0)::int + ${pageView.page} as page, ${pageView.milliseconds} as milliseconds
          from ${pageView} left join deck on deck.id = ${pageView.fileId}
          where ${pageView.pitchId} = ${pitch.id} and ${pageView.accountId} = a.id and ${pageView.milliseconds} >= 500
            and (${pageView.fileId} is not null or ${pageView.page} <= ${pages})) as seen
        ) as pages,
      count(*) over ()::int as total
    from listed join ${account} a on a.id = listed.id where ${found}
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
