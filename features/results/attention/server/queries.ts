import { type SQL, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { AttentionSlide } from '#features/results/attention/contract.ts'
import { recordingViewer } from '#features/results/replay/server/tables.ts'
import { countPages, pagesBefore } from '#features/room/deck/server/queries.ts'
import { attendance, pageRead, pageView } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { contains, type Paging } from '#server/lists.ts'

type Db = Database | Transaction

/** A slide that a recording shows from one second to another; without a file, by its page in the room. */
export interface SlideSpan {
  readonly recording: string
  readonly from: number
  readonly to: number
  readonly file: string | null
  readonly page: number
}

interface Listed extends Paging {
  readonly name?: string | undefined
  readonly sort: 'total' | 'name' | 'reading' | 'live' | 'replay' | 'again'
}

/** A person's seconds; `pages` has those of each slide. */
interface LookedRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly total: number
  readonly reading: number
  readonly live: number
  readonly replay: number
  readonly again: number
  readonly pages: { page: number; seconds: number }[]
}

/** What is shorter was a page on the way to another one. */
const GLANCE = 0.5

/** That an account, as `a`, is of an attendee: not of the pitch's team, nor of who came into its room to manage it. */
const attends = ({ id, userId, coHosts, moderators }: PitchRow) =>
  sql`a.id <> ${userId} and not a.email = any(${sql.param([...coHosts, ...moderators])}::text[])
    and not exists (select from ${attendance} where ${attendance.pitchId} = ${id} and ${attendance.accountId} = a.id
      and ${attendance.part} <> 'attendee')`

/**
 * The time for which attendees looked at pages, as a table `looked` (id, page, kind, seconds, again). A page is 0 when its file
 * is not in the deck any more, or the recording showed none. With an account, of that one alone.
 */
async function looked(db: Db, pitch: PitchRow, spans: readonly SlideSpan[], accountId?: string): Promise<SQL> {
  const { id } = pitch
  const by = (column: SQL | typeof pageView.accountId | typeof pageRead.accountId) =>
    accountId === undefined ? sql`true` : sql`${column} = ${accountId}`
  // a pitch without a deck has one page
  const pages = Math.max(1, await countPages(db, id))
  return sql`deck as (${pagesBefore(id)}),
    span as (select * from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as s(recording uuid, "from" float8, "to" float8, file uuid, page int)),
    part as (select v.account_id, v.recording_id, (p->>'from')::float8 as starts, (p->>'to')::float8 as ends, (p->>'times')::int as times
      from ${recordingViewer} v, jsonb_array_elements(v.parts) p where v.recording_id in (select recording from span)
        and ${by(sql`v.account_id`)}),
    source as (
      select ${pageView.accountId} as account_id, 'live' as kind, ${pageView.fileId} as file, ${pageView.page} as page,
        ${pageView.milliseconds} / 1000.0::float8 as seconds, 0 as again from ${pageView} where ${pageView.pitchId} = ${id}
        and ${by(pageView.accountId)}
      union all select ${pageRead.accountId}, 'reading', ${pageRead.fileId}, ${pageRead.page},
        ${pageRead.milliseconds} / 1000.0::float8, 0 from ${pageRead} where ${pageRead.pitchId} = ${id}
        and ${by(pageRead.accountId)}
      union all select account_id, 'replay', file, page,
        sum(times * (least(ends, span.to) - greatest(starts, span.from))),
        sum((times - 1) * (least(ends, span.to) - greatest(starts, span.from)))
        from part join span on recording = recording_id and starts < span.to and ends > span.from group by 1, 3, 4
    ), looked as (
      select account_id as id, kind, sum(seconds) as seconds, sum(again) as again,
        case when deck.id is not null then coalesce(deck.before, 0) + page
          when file is null and page <= ${pages} then page else 0 end::int as page
      from source left join deck on deck.id = file join ${account} a on a.id = account_id
      where seconds >= ${GLANCE} and ${attends(pitch)}
      group by 1, 2, 5
    )`
}

const secondsOf = (kind: string) => sql`coalesce(sum(seconds) filter (where kind = ${kind}), 0)`
const sums = sql`round(${secondsOf('reading')})::int as reading, round(${secondsOf('live')})::int as live,
  round(${secondsOf('replay')})::int as replay, round(sum(again))::int as again`

type SlideSum = Omit<AttentionSlide, 'stopped'>

/** One page of the attendees who looked at slides, how many there are, and the sums of all of them for each slide. */
export async function listLooked(
  db: Db,
  pitch: PitchRow,
  spans: readonly SlideSpan[],
  { page, limit, name, sort, order }: Listed,
): Promise<{ rows: LookedRow[]; total: number; slides: SlideSum[] }> {
  const full = fullNameOf({ firstname: sql`a.firstname`, lastname: sql`a.lastname` })
  const found = contains(name, sql`concat_ws(' ', a.firstname, a.lastname, a.email, ${full})`) ?? sql`true`
  const by = sort === 'name' ? sql`lower(a.lastname || ' ' || a.firstname)` : sql`person.${sql.identifier(sort)}`
  const { rows } = await db.execute<{ people: LookedRow[]; total: number; slides: SlideSum[] }>(sql`
    with ${await looked(db, pitch, spans)},
    person as (select id, ${sums}, round(sum(seconds))::int as total from looked group by id),
    listed as (
      select row_number() over (order by ${by} ${order === 'desc' ? sql`desc` : sql`asc`},
          lower(a.lastname || ' ' || a.firstname), a.id) as place,
        count(*) over ()::int as count, ${full} as name, a.email, person.*
      from person join ${account} a on a.id = person.id where ${found}
    ),
    shown as (select * from listed order by place limit ${limit} offset ${(page - 1) * limit}),
    one as (
      select id, page, round(sum(seconds))::int as seconds from looked where id in (select id from shown) group by id, page
    ),
    pages as (select id, jsonb_agg(jsonb_build_object('page', page, 'seconds', seconds) order by page) as pages from one group by id),
    slide as (select page, ${sums}, count(distinct id)::int as people from looked group by page)
    select
      (select coalesce(jsonb_agg(to_jsonb(shown) - 'place' - 'count' || jsonb_build_object('pages', pages.pages) order by place), '[]')
        from shown join pages using (id)) as people,
      coalesce((select max(count) from listed), 0) as total,
      (select coalesce(jsonb_agg(to_jsonb(slide) order by page), '[]') from slide) as slides`)
  const [{ people, total, slides } = { people: [], total: 0, slides: [] }] = rows
  return { rows: people, total, slides }
}

/** For how long one attendee looked at slides of a pitch; nothing for the others. */
export async function lookedBy(db: Db, pitch: PitchRow, spans: readonly SlideSpan[], accountId: string) {
  const { rows } = await db.execute<{ reading: number; live: number; replay: number }>(sql`
    with ${await looked(db, pitch, spans, accountId)}
    select ${sums} from looked having count(*) > 0`)
  const { reading = 0, live = 0, replay = 0 } = rows[0] ?? {}
  return { reading, live, replay }
}

/** Where each attendee was last in one of some recordings. */
export async function lastPlaces(db: Db, pitch: PitchRow, recordings: readonly string[]) {
  if (recordings.length === 0) return []
  const { rows } = await db.execute<{ id: string; recording: string; place: number }>(sql`
    select distinct on (v.account_id) v.account_id as id, v.recording_id as recording, v.place
    from ${recordingViewer} v join ${account} a on a.id = v.account_id
    where v.recording_id = any(${sql.param([...recordings])}::uuid[]) and v.parts <> '[]' and ${attends(pitch)}
    order by v.account_id, v.last_at desc`)
  return rows
}
