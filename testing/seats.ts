import type pg from 'pg'

/** The seats of a series as the database has them. */
export interface StoredSeats {
  readonly status: string
  readonly most: number
  /** Investors with a commitment. */
  readonly taken: number
  /** Who wait, in their order. */
  readonly waiting: readonly { readonly accountId: string; readonly isOffered: boolean }[]
}

export async function storedSeats(db: Pick<pg.Pool, 'query'>, series: string): Promise<StoredSeats> {
  const { rows } = await db.query<Omit<StoredSeats, 'waiting'> & { waiting: [string, boolean][] | null }>(
    `select status, most_investors as most,
      (select count(distinct c.account_id)::int from commitment c join pitch p on p.id = c.pitch_id
        where p.series_id = s.id) as taken,
      (select json_agg(json_build_array(account_id, offered_until is not null) order by created_at, id)
        from seat_wait w where w.series_id = s.id and ended_at is null) as waiting
    from spv_series s where id = $1`,
    [series],
  )
  const { waiting, ...stored } = rows[0] ?? { status: 'gone', most: 0, taken: 0, waiting: null }
  return { ...stored, waiting: (waiting ?? []).map(([accountId, isOffered]) => ({ accountId, isOffered })) }
}

/**
 * What is wrong with the seats of a series that is open, or undefined: never more investors and offers than seats, nobody
 * waits beside a free one, offers go by the order of waiting, and it is full when it is.
 */
export function wrongSeats({ status, most, taken, waiting }: StoredSeats): string | undefined {
  const offered = waiting.filter(({ isOffered }) => isOffered).length
  const kept = taken + offered
  if (kept > most) return `${kept} are kept of ${most}`
  if (kept < most && waiting.length > offered) return `${waiting.length - offered} wait beside ${most - kept} free ones`
  if (waiting.slice(0, offered).some(({ isOffered }) => !isOffered)) return 'one was offered out of turn'
  return status === (kept === most ? 'full' : 'open') ? undefined : `the series is ${status} with ${kept} of ${most}`
}
