import { and, eq, lte } from 'drizzle-orm'
import { type Forgotten, forgottenAddress } from '#features/core/account/server/forgetQueries.ts'
import { guestName } from '#features/core/account/veil.ts'
import { RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { followAddress } from './addressQueries.ts'
import type { PitchRow } from './queries.ts'
import { pitch } from './tables.ts'

/** Replaces a deleted account's address in the teams of pitches, and its name in the pitches that it presented. */
export async function purgePresenter(db: Transaction, { id, email, organisationId }: Forgotten): Promise<void> {
  await followAddress(db, organisationId, { from: email, to: forgottenAddress(id) })
  await db
    .update(pitch)
    .set({ presenterName: guestName(id) })
    .where(eq(pitch.userId, id))
}

/** A pitch that was deleted long enough ago to be removed permanently, locked until the transaction ends. */
export async function lockPitchToPurge(db: Transaction, id: number, now: Date): Promise<PitchRow | undefined> {
  const since = new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000)
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.id, id), lte(pitch.deletedAt, since)))
    .for('no key update')
  return found
}

/** Removes a pitch permanently, with everything that refers to it. */
export async function removePitch(db: Transaction, id: number): Promise<void> {
  await db.delete(pitch).where(eq(pitch.id, id))
}
