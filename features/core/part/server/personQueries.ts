import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'

type Db = Database | Transaction

/** How many pitches these people own in all; how many of them have not begun, and how many are live. */
export async function countPitchesOf(
  db: Db,
  accountIds: readonly string[],
): Promise<{ total: number; open: number; live: number }> {
  const [row] = await db
    .select({
      total: count(),
      open: sql<number>`count(*) filter (where ${pitch.state} in ('draft', 'scheduled', 'delivered'))::int`,
      live: sql<number>`count(*) filter (where ${pitch.state} = 'inProgress')::int`,
    })
    .from(pitch)
    .where(
      and(
        sql`${pitch.userId} = any(${sql.param([...accountIds])}::uuid[])`,
        isNull(pitch.deletedAt),
        isNull(pitch.rehearsalOf),
      ),
    )
  return row ?? { total: 0, open: 0, live: 0 }
}

/** The pitches that an account joined as an attendee, newest first; only those of `home`, when given. */
export async function listAttendedBy(db: Db, accountId: string, home: string | undefined, limit: number) {
  const rows = await db
    .select({ uuid: pitch.uuid, name: pitch.presentationName, joinedAt: attendee.firstJoinedAt })
    .from(attendee)
    .innerJoin(pitch, eq(pitch.id, attendee.pitchId))
    .where(
      and(
        eq(attendee.accountId, accountId),
        isNotNull(attendee.firstJoinedAt),
        isNull(pitch.deletedAt),
        home === undefined ? undefined : eq(pitch.organisationId, home),
      ),
    )
    .orderBy(desc(attendee.firstJoinedAt))
    .limit(limit)
  return rows.flatMap(({ joinedAt, ...row }) => (joinedAt ? [{ ...row, joinedAt }] : []))
}
