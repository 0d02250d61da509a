import { eq } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { guestName } from '#features/core/account/veil.ts'
import { followAddress } from '#features/core/pitch/server/addressQueries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'

/** Takes somebody's address from those who run pitches, and their name from the pitches that they presented. */
export async function purgePresenter(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  await followAddress(db, organisationId, { from: email, to: forgottenAddress(id) })
  await db
    .update(pitch)
    .set({ presenterName: guestName(id) })
    .where(eq(pitch.userId, id))
}
