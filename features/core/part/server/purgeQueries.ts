import { eq, inArray, sql } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'
import { attendee, joinLink } from './tables.ts'

/** Takes name and address from the lists of attendees, with every way in: that somebody was there stays, and not who. */
export async function purgeAttendees(db: Transaction, { id }: Forgotten, now: Date): Promise<void> {
  const own = db.select({ id: attendee.id }).from(attendee).where(eq(attendee.accountId, id))
  await db.delete(joinLink).where(inArray(joinLink.attendeeId, own))
  await db
    .update(attendee)
    .set({
      ...{ email: forgottenAddress(id), firstname: '', lastname: '', mailId: null },
      disabledAt: sql`coalesce(${attendee.disabledAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(attendee.accountId, id))
}
