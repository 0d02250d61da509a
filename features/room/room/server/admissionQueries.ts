import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { attendee } from '#features/core/part/server/tables.ts'
import type { Database } from '#server/db/database.ts'

/** An account in a pitch. */
export interface Attending {
  readonly pitchId: number
  readonly accountId: string
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
