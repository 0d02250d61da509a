import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { attendee } from './tables.ts'

/** Whether somebody may attend a pitch: `may`, `mayNot` (link off, or removed from the room), or `none` (not invited). */
export async function attendanceRight(
  db: Database | Transaction,
  pitchId: number,
  accountId: string,
): Promise<'may' | 'mayNot' | 'none'> {
  const [row] = await db
    .select({ disabledAt: attendee.disabledAt, removedAt: attendee.removedAt })
    .from(attendee)
    .where(and(eq(attendee.pitchId, pitchId), eq(attendee.accountId, accountId)))
  if (!row) return 'none'
  return row.disabledAt || row.removedAt ? 'mayNot' : 'may'
}
