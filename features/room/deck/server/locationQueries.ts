import { and, eq, lt, sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { deckFile, deckLocation, deckPage } from './tables.ts'

type Db = Database | Transaction

/** A page by its key, with its file and pitch. */
export async function pageByKey(db: Db, key: string) {
  const [row] = await db
    .select({ fileId: deckFile.id, file: deckFile, number: deckPage.number, pitchUuid: pitch.uuid })
    .from(deckPage)
    .innerJoin(deckFile, eq(deckFile.id, deckPage.fileId))
    .leftJoin(pitch, eq(pitch.id, deckFile.pitchId))
    .where(eq(deckPage.key, key))
  return row
}

export async function insertLocation(db: Db, row: typeof deckLocation.$inferInsert): Promise<void> {
  await db.insert(deckLocation).values(row)
}

/** The file at an address, for the account that it was made for, until it expires. */
export async function fileAtLocation(db: Db, keyHash: string, accountId: string, now: Date) {
  const [row] = await db
    .select({ file: deckFile, pitchUuid: pitch.uuid })
    .from(deckLocation)
    .innerJoin(deckFile, eq(deckFile.id, deckLocation.fileId))
    .innerJoin(pitch, eq(pitch.id, deckFile.pitchId))
    .where(
      and(
        eq(deckLocation.keyHash, keyHash),
        eq(deckLocation.accountId, accountId),
        sql`${deckLocation.expiresAt} > ${now}`,
      ),
    )
  return row
}

export async function deleteLocationsBefore(db: Db, now: Date): Promise<void> {
  await db.delete(deckLocation).where(lt(deckLocation.expiresAt, now))
}
