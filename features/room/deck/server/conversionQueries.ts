import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { DeckFailure, DeckStatus } from '#features/room/deck/rules.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type FileRow, notDeleted } from './queries.ts'
import { deckFile, deckPage } from './tables.ts'

type Db = Database | Transaction

/** Makes `run` the only run that may write this file's pages; undefined when there is nothing left to convert. */
export async function beginConversion(db: Database, id: string, run: string): Promise<FileRow | undefined> {
  return db.transaction(async tx => {
    const unfinished = and(eq(deckFile.id, id), notDeleted, inArray(deckFile.status, ['waiting', 'converting']))
    const change = { run, runSeenAt: rightNow(), status: 'converting', failure: null } as const
    const [file] = await tx.update(deckFile).set(change).where(unfinished).returning()
    if (file) await tx.delete(deckPage).where(eq(deckPage.fileId, id))
    return file
  })
}

const isRun = (id: string, run: string) => and(eq(deckFile.id, id), eq(deckFile.run, run), notDeleted)

/** Records that a conversion is running. False when another run has replaced it, or the file was deleted. */
export async function seeConversion(
  db: Db,
  id: string,
  run: string,
  change: { pages?: number } = {},
): Promise<boolean> {
  const rows = await db
    .update(deckFile)
    .set({ runSeenAt: rightNow(), ...change })
    .where(isRun(id, run))
    .returning({ id: deckFile.id })
  return rows.length > 0
}

/** Ends a conversion; undefined when another run has replaced it. */
export async function endConversion(
  db: Transaction,
  id: string,
  run: string,
  end: { status: DeckStatus; failure: DeckFailure | null; pages?: number | null },
): Promise<FileRow | undefined> {
  const [file] = await db
    .update(deckFile)
    .set({ ...end, run: null, runSeenAt: rightNow() })
    .where(isRun(id, run))
    .returning()
  if (file && end.status !== 'ready') await db.delete(deckPage).where(eq(deckPage.fileId, id))
  return file
}

export async function insertPage(db: Db, run: string, row: typeof deckPage.$inferInsert): Promise<boolean> {
  const rows = await db.execute(sql`
    insert into ${deckPage} (file_id, number, key, width, height, text, notes, findings)
    select id, ${row.number}, ${row.key}, ${row.width}, ${row.height}, ${row.text}, ${row.notes ?? ''},
      ${JSON.stringify(row.findings ?? [])}::jsonb
    from ${deckFile} where id = ${row.fileId} and run = ${run} and deleted_at is null
    returning 1`)
  return rows.rows.length > 0
}

/** Files whose conversion stopped without a result: its server crashed, or its job was lost. */
export async function staleFiles(db: Db, before: Date): Promise<string[]> {
  const seen = sql`coalesce(${deckFile.runSeenAt}, ${deckFile.createdAt})`
  const rows = await db
    .select({ id: deckFile.id })
    .from(deckFile)
    .where(and(inArray(deckFile.status, ['waiting', 'converting']), notDeleted, lt(seen, before)))
    .limit(100)
  return rows.map(row => row.id)
}
