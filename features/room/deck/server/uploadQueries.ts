import { and, count, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { notDeleted } from './queries.ts'
import { deckFile, deckUpload } from './tables.ts'

type Db = Database | Transaction
export type UploadRow = typeof deckUpload.$inferSelect

/** Adds an upload; false when its sender has reached a limit, also when they begin many at once. */
export async function insertUpload(
  db: Database,
  row: typeof deckUpload.$inferInsert,
  limits: { readonly unfinished: number; readonly looseBytes: number; readonly endings: readonly string[] },
): Promise<boolean> {
  return db.transaction(async inner => {
    await inner.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${row.accountId}`}, 0))`)
    const unfinished = and(eq(deckUpload.accountId, row.accountId), isNull(deckUpload.fileId))
    const endings = sql.join(
      limits.endings.map(ending => sql`${`%${ending}`}`),
      sql`, `,
    )
    const bytes = sql<string>`coalesce(sum(size) filter (where lower(name) like any(array[${endings}])), 0)`
    const [counted] = await inner.select({ n: count(), bytes }).from(deckUpload).where(unfinished)
    const untaken = and(eq(deckFile.uploadedBy, row.accountId), isNull(deckFile.pitchId), notDeleted)
    const [kept] = await inner.select({ bytes }).from(deckFile).where(untaken)
    if ((counted?.n ?? 0) >= limits.unfinished) return false
    if (Number(counted?.bytes ?? 0) + Number(kept?.bytes ?? 0) + row.size > limits.looseBytes) return false
    await inner.insert(deckUpload).values(row)
    return true
  })
}

export async function uploadById(db: Db, id: string) {
  const [row] = await db.select().from(deckUpload).where(eq(deckUpload.id, id))
  return row
}

/** Notes what an upload became. False when it was removed meanwhile. */
export async function setUploadFile(
  db: Db,
  id: string,
  made: { readonly fileId: string } | { readonly waitsAs: string },
): Promise<boolean> {
  const rows = await db.update(deckUpload).set(made).where(eq(deckUpload.id, id)).returning({ id: deckUpload.id })
  return rows.length > 0
}

/** The uploads that are still arriving, on any server. */
export const arrivingUploads = (db: Db) =>
  db
    .select({ id: deckUpload.id, size: deckUpload.size })
    .from(deckUpload)
    .where(and(isNull(deckUpload.fileId), isNull(deckUpload.waitsAs)))

export async function deleteUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.delete(deckUpload).where(eq(deckUpload.id, id)).returning()
  return row
}

/** Takes a person's upload that waits for its use, once: of two calls that race the other finds none. */
export async function takeUpload(db: Transaction, id: string, accountId: string): Promise<UploadRow | undefined> {
  const [row] = await db
    .delete(deckUpload)
    .where(and(eq(deckUpload.id, id), eq(deckUpload.accountId, accountId), isNotNull(deckUpload.waitsAs)))
    .returning()
  return row
}

export async function oldUploads(db: Db, before: Date): Promise<string[]> {
  const old = and(isNull(deckUpload.fileId), lt(deckUpload.createdAt, before))
  return (await db.select({ id: deckUpload.id }).from(deckUpload).where(old)).map(row => row.id)
}
