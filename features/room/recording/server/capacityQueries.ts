import { sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { roomServer } from '#features/room/room/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { recording, recordingLine, recordingSegment } from './tables.ts'

type Db = Database | Transaction

/** How many servers there are; one that has not been heard of for twenty seconds is taken for dead. */
export async function countServers(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${roomServer} where ${roomServer.seenAt} > now() - interval '20 seconds'`,
  )
  return Math.max(1, rows[0]?.n ?? 0)
}

/**
 * The most other pitches that are to be recorded, or may be, at any one moment between two times. A live pitch counts
 * while it has a recording, and beyond its planned end while it is live.
 */
export async function mostRecordedAtOnce(
  db: Db,
  { from, to, except }: { from: Date; to: Date; except: number | undefined },
): Promise<number> {
  const [begin, end] = [from.toISOString(), to.toISOString()]
  const { rows } = await db.execute<{ most: number }>(sql`
    with other as (
      select ${pitch.startsAt} as begins, ${pitch.endsAt} as ends from ${pitch}
      where ${pitch.recording} <> 'not' and ${pitch.state} in ('scheduled', 'delivered') and ${pitch.deletedAt} is null
        and ${pitch.rehearsalOf} is null and ${pitch.id} is distinct from ${except ?? null}::bigint
        and ${pitch.startsAt} < ${end}::timestamptz and ${pitch.endsAt} > greatest(${begin}::timestamptz, now())
      union all
      select ${recording.startedAt}, greatest(${pitch.endsAt}, now() + interval '1 minute') from ${recording}
      join ${pitch} on ${pitch.id} = ${recording.pitchId}
      where ${recording.endedAt} is null and ${pitch.state} = 'inProgress'
        and ${pitch.id} is distinct from ${except ?? null}::bigint
    ), moment as (
      select ${begin}::timestamptz as at union
      select begins from other where begins > ${begin}::timestamptz and begins < ${end}::timestamptz
    )
    select coalesce(max(n), 0)::int as most from (
      select (select count(*) from other where begins <= moment.at and ends > moment.at) as n from moment
    ) as counted`)
  return rows[0]?.most ?? 0
}

/** Recordings by which it is measured how much an hour takes, and seconds of a kind that are enough for that. */
const MEASURED = { recordings: 5, seconds: 600 }

/** Bytes an hour of each kind, in the latest recordings of this console; without those of which there is too little. */
export async function measuredRates(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ source: string; rate: number }>(sql`
    select ${recordingLine.source} as source,
      (3600 * sum(${recordingSegment.bytes}) / sum(${recordingSegment.seconds}))::float8 as rate
    from ${recordingSegment} join ${recordingLine} on ${recordingLine.id} = ${recordingSegment.lineId}
    where ${recordingLine.recordingId} in (
      select ${recording.id} from ${recording}
      where ${recording.readyAt} is not null and not ${recording.isAttached}
      order by ${recording.startedAt} desc limit ${MEASURED.recordings}
    )
    group by 1 having sum(${recordingSegment.seconds}) >= ${MEASURED.seconds}`)
  return new Map(rows.map(({ source, rate }) => [source, rate]))
}
