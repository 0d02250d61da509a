import { eq, sql } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import type { Transaction } from '#server/db/database.ts'
import { attendee } from './tables.ts'

/** Takes name and address from the lists of attendees, and closes their way in: that somebody was there stays, and not who. */
export async function purgeAttendees(db: Transaction, { id }: Forgotten, now: Date): Promise<void> {
  await db
    .update(attendee)
    .set({
      ...{ email: forgottenAddress(id), firstname: '', lastname: '', mailId: null },
      disabledAt: sql`coalesce(${attendee.disabledAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(attendee.accountId, id))
}
