import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, max, ne, or, sql } from 'drizzle-orm'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { pageKey } from './keys.ts'
import { deckFile, deckPage } from './tables.ts'

type Db = Database | Transaction
export type FileRow = typeof deckFile.$inferSelect
/** A page without the speaker notes and findings, which are only for presenters. */
export type PageRow = Omit<typeof deckPage.$inferSelect, 'notes' | 'findings'>
const { notes: _notes, findings: _findings, ...pageColumns } = getTableColumns(deckPage)
/** A file with the number of its pages that are ready. */
export type CountedFile = FileRow & { readonly pagesReady: number }

const pagesReady = sql<number>`(select count(*)::int from ${deckPage} where ${deckPage.fileId} = ${deckFile.id})`
/** A file that was not deleted. */
export const notDeleted = isNull(deckFile.deletedAt)
const inOrder = [asc(deckFile.position), asc(deckFile.createdAt)]

/** The pitch whose deck a room shows: for a rehearsal the rehearsed pitch. */
const deckOf = (pitchId: number) =>
  sql<number>`coalesce((select rehearsal_of from ${pitch} where id = ${pitchId}), ${pitchId})`

/** The files of a pitch in their order. */
export async function filesOf(db: Db, pitchId: number): Promise<CountedFile[]> {
  const rows = await db
    .select({ file: deckFile, pagesReady })
    .from(deckFile)
    .where(and(eq(deckFile.pitchId, deckOf(pitchId)), notDeleted))
    .orderBy(...inOrder)
  return rows.map(({ file, pagesReady }) => ({ ...file, pagesReady }))
}

/** Whether a file of a pitch waits for its conversion, or is converted. */
export const hasUnreadySlides = async (db: Db, pitchId: number): Promise<boolean> =>
  (await filesOf(db, pitchId)).some(({ status }) => status === 'waiting' || status === 'converting')

/** Locks a pitch's files until the transaction ends, and reads them. */
export async function lockFilesOf(db: Transaction, pitchId: number): Promise<CountedFile[]> {
  await db.execute(sql`select pg_advisory_xact_lock(7062, ${pitchId}::int)`)
  return filesOf(db, pitchId)
}

export async function fileById(db: Db, id: string): Promise<CountedFile | undefined> {
  const [row] = await db.select({ file: deckFile, pagesReady }).from(deckFile).where(eq(deckFile.id, id))
  return row && { ...row.file, pagesReady: row.pagesReady }
}

export async function pagesOf(db: Db, fileIds: readonly string[]): Promise<PageRow[]> {
  if (fileIds.length === 0) return []
  return db
    .select(pageColumns)
    .from(deckPage)
    .where(inArray(deckPage.fileId, [...fileIds]))
    .orderBy(asc(deckPage.number))
}

/** The stored picture of a pitch's first slide; undefined while there is none. */
export async function firstSlideKey(db: Db, pitchId: number): Promise<string | undefined> {
  const [file] = await filesOf(db, pitchId)
  const [page] = file ? await pagesOf(db, [file.id]) : []
  return file && page?.number === 1 ? pageKey(file.id, page.key, 'medium') : undefined
}

/** The speaker notes of the pages that have any. */
export async function notesOf(
  db: Db,
  fileIds: readonly string[],
): Promise<{ fileId: string; number: number; notes: string }[]> {
  if (fileIds.length === 0) return []
  return db
    .select({ fileId: deckPage.fileId, number: deckPage.number, notes: deckPage.notes })
    .from(deckPage)
    .where(and(inArray(deckPage.fileId, [...fileIds]), ne(deckPage.notes, '')))
    .orderBy(asc(deckPage.number))
}

/** The findings of the pages that have any. */
export async function findingsOf(
  db: Db,
  fileIds: readonly string[],
): Promise<Pick<typeof deckPage.$inferSelect, 'fileId' | 'number' | 'findings'>[]> {
  if (fileIds.length === 0) return []
  return db
    .select({ fileId: deckPage.fileId, number: deckPage.number, findings: deckPage.findings })
    .from(deckPage)
    .where(and(inArray(deckPage.fileId, [...fileIds]), ne(deckPage.findings, sql`'[]'::jsonb`)))
    .orderBy(asc(deckPage.number))
}

/**
 * The number of pages of a pitch's deck, or only of the `shown` files, including pages still being made. The room
 * refuses higher page numbers.
 */
export async function countPages(
  db: Db,
  pitchId: number,
  shown: readonly { readonly id: string }[] | null = null,
): Promise<number> {
  if (shown?.length === 0) return 0
  const chosen = shown
    ? inArray(
        deckFile.id,
        shown.map(({ id }) => id),
      )
    : undefined
  const [row] = await db
    .select({ pages: sql<number>`coalesce(sum(${deckFile.pages}), 0)::int` })
    .from(deckFile)
    .where(and(eq(deckFile.pitchId, deckOf(pitchId)), notDeleted, chosen, sql`${deckFile.status} <> 'failed'`))
  return row?.pages ?? 0
}

/** The files of a pitch, each with the number of pages before it. */
export const pagesBefore = (pitchId: number) => sql`select ${deckFile.id} as id,
  sum(case when ${deckFile.status} = 'failed' then 0 else coalesce(${deckFile.pages}, 0) end)
    over (order by ${deckFile.position}, ${deckFile.createdAt} rows between unbounded preceding and 1 preceding) as before
  from ${deckFile} where ${deckFile.pitchId} = ${pitchId} and ${notDeleted}`

export async function insertFile(db: Db, row: typeof deckFile.$inferInsert): Promise<FileRow> {
  const [made] = await db.insert(deckFile).values(row).returning()
  if (!made) throw new Error('no row came back')
  return made
}

export async function updateFile(db: Db, id: string, change: Partial<typeof deckFile.$inferInsert>): Promise<void> {
  await db.update(deckFile).set(change).where(eq(deckFile.id, id))
}

/** Gives an uploaded file to a pitch. False when it already belongs to one, or another person uploaded it. */
export async function giveFile(
  db: Db,
  id: string,
  uploadedBy: string,
  to: { pitchId: number; position: number },
): Promise<boolean> {
  const mine = and(eq(deckFile.id, id), eq(deckFile.uploadedBy, uploadedBy), isNull(deckFile.pitchId), notDeleted)
  return (
    (
      await db
        .update(deckFile)
        .set({ ...to, heldFor: null })
        .where(mine)
        .returning({ id: deckFile.id })
    ).length > 0
  )
}

export async function lastPosition(db: Db, pitchId: number): Promise<number> {
  const [row] = await db
    .select({ last: max(deckFile.position) })
    .from(deckFile)
    .where(and(eq(deckFile.pitchId, pitchId), notDeleted))
  return row?.last ?? -1
}

export async function setPositions(db: Transaction, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await updateFile(db, id, { position })
}

export async function deleteFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length) await db.delete(deckFile).where(inArray(deckFile.id, [...ids]))
}

/** Detaches the files from a pitch that is about to be removed; upkeep deletes them with their pages and bytes. */
export async function letFilesGo(db: Transaction, pitchId: number): Promise<void> {
  await db.update(deckFile).set({ pitchId: null }).where(eq(deckFile.pitchId, pitchId))
}

/** Files to remove permanently: never given to a pitch and held by no draft, or deleted too long ago to be restored. */
export async function abandonedFiles(db: Db, unattachedBefore: Date, deletedBefore: Date): Promise<string[]> {
  const unattached = and(isNull(deckFile.pitchId), isNull(deckFile.heldFor), lt(deckFile.createdAt, unattachedBefore))
  const deleted = and(isNotNull(deckFile.deletedAt), lt(deckFile.deletedAt, deletedBefore))
  const rows = await db
    .select({ id: deckFile.id })
    .from(deckFile)
    .where(or(unattached, deleted))
    .orderBy(desc(deckFile.createdAt))
    .limit(500)
  return rows.map(row => row.id)
}
