import { and, eq, or } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { lockAttendanceRight } from '#features/core/part/server/attendeeQueries.ts'
import { insertMarked, markAttendee } from '#features/core/part/server/removalQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { isHere } from '#features/room/room/server/stays.ts'
import type { Transaction } from '#server/db/database.ts'

/**
 * Marks an attendee as removed. A person without an invitation, because the pitch is public or was, becomes an attendee for
 * that. Returns false when no such person can be in this room.
 */
export async function markRemoved(
  db: Transaction,
  on: Pick<PitchRow, 'id' | 'organisationId' | 'isPublic'>,
  accountId: string,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  // a call of the attendee at the same moment is complete before, or is refused
  await lockAttendanceRight(db, { pitchId: on.id, accountId }, 'exclusive')
  const mark = { removedAt: now, removedBy: by }
  if (await markAttendee(db, { pitchId: on.id, accountId }, mark)) return true
  const mayCome = on.isPublic ? eq(account.organisationId, on.organisationId) : undefined
  const [person] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, accountId), or(mayCome, isHere(on.id, account.id))))
  if (!person) return false
  const { email, firstname, lastname, language } = person
  const row = { pitchId: on.id, organisationId: on.organisationId, accountId, email, firstname, lastname, language }
  await insertMarked(db, row, mark)
  return true
}
