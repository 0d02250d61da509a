import { eq, inArray, sql } from 'drizzle-orm'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import { guestName } from '#features/core/account/veil.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Transaction } from '#server/db/database.ts'
import { pitchReview } from './tables.ts'

/** Replaces a deleted account's name in what reviewers saw of the pitches that it presented. */
export async function purgeReviews(db: Transaction, { id }: Forgotten): Promise<void> {
  const name = sql`to_jsonb(${guestName(id)}::text)`
  const presented = db.select({ id: pitch.id }).from(pitch).where(eq(pitch.userId, id))
  await db
    .update(pitchReview)
    .set({ snapshot: sql`jsonb_set(${pitchReview.snapshot}, '{fields,presenter_name}', ${name})` })
    .where(inArray(pitchReview.pitchId, presented))
}
