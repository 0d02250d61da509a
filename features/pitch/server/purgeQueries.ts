import { eq } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/account/server/userActQueries.ts'
import { guestName } from '#features/guest/veil.ts'
import type { Transaction } from '#server/db/database.ts'
import { followAddress } from './addressQueries.ts'
import { pitch } from './tables.ts'

/** Takes somebody's address from those who run pitches, and their name from the pitches that they presented. */
export async function purgePresenter(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  await followAddress(db, organisationId, { from: email, to: forgottenAddress(id) })
  await db
    .update(pitch)
    .set({ presenterName: guestName(id) })
    .where(eq(pitch.userId, id))
}
