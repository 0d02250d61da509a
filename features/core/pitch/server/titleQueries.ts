import { inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { pitch } from './tables.ts'

/** What pitches are called, deleted ones included, by their uuids. */
export async function titlesOf(
  db: Database | Transaction,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: pitch.uuid, title: pitch.presentationName })
    .from(pitch)
    .where(inArray(pitch.uuid, [...uuids]))
  return new Map(rows.map(({ uuid, title }) => [uuid, title]))
}
