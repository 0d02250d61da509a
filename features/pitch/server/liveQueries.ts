import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import type { PitchRow } from './access.ts'
import { pitch } from './tables.ts'

/** Those of these pitches that are being presented. */
export async function livePitches(db: Database | Transaction, ids: readonly number[]): Promise<PitchRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(pitch)
    .where(and(inArray(pitch.id, [...ids]), eq(pitch.state, 'inProgress'), isNull(pitch.deletedAt)))
}
