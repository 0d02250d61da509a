import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { lacksAccreditation } from '#features/core/part/server/fenceQueries.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'

/** An account in a pitch. */
export interface Attending {
  readonly pitchId: number
  readonly accountId: string
}

/**
 * The attendees among these whose accreditation no longer opens their pitch: it was taken back, or it has expired before the
 * start (`missingAccreditation` has the rule).
 */
export async function findUnaccredited(db: Database, attending: readonly Attending[]): Promise<Attending[]> {
  if (attending.length === 0) return []
  const [pitches, accounts] = [attending.map(one => one.pitchId), attending.map(one => one.accountId)]
  const { rows } = await db.execute<{ pitchId: string; accountId: string }>(sql`
    select p.id as "pitchId", a.id as "accountId"
    from unnest(${sql.param(pitches)}::bigint[], ${sql.param(accounts)}::uuid[]) as here (pitch_id, account_id)
    join ${pitch} p on p.id = here.pitch_id and p.state <> 'over'
    join ${account} a on a.id = here.account_id
    where ${lacksAccreditation(rightNow())}`)
  return rows.map(({ pitchId, accountId }) => ({ pitchId: Number(pitchId), accountId }))
}

/** The attendees among these who lost their right: their link was disabled, or they were removed. */
export async function findUnadmitted(db: Database, attending: readonly Attending[]): Promise<Attending[]> {
  const accounts = new Map<number, Set<string>>()
  for (const { pitchId, accountId } of attending)
    accounts.set(pitchId, (accounts.get(pitchId) ?? new Set()).add(accountId))
  if (accounts.size === 0) return []
  const ids = [...new Set(attending.map(({ accountId }) => accountId))]
  const marked = await db
    .select({ pitchId: attendee.pitchId, accountId: attendee.accountId })
    .from(attendee)
    .where(
      and(
        inArray(attendee.pitchId, [...accounts.keys()]),
        sql`${attendee.accountId} = any(${sql.param(ids)}::uuid[])`,
        or(isNotNull(attendee.disabledAt), isNotNull(attendee.removedAt)),
      ),
    )
  return marked.filter(({ pitchId, accountId }) => accounts.get(pitchId)?.has(accountId))
}

/** The accounts among these that are invited to a pitch, or came by its link, and may attend it. */
export async function findAdmitted(
  db: Database,
  pitchId: number,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ accountId: attendee.accountId })
    .from(attendee)
    .where(
      and(
        eq(attendee.pitchId, pitchId),
        sql`${attendee.accountId} = any(${sql.param([...accounts])}::uuid[])`,
        isNull(attendee.disabledAt),
        isNull(attendee.removedAt),
      ),
    )
  return new Set(rows.flatMap(({ accountId }) => accountId ?? []))
}
