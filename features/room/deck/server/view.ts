import type { DeckFile, DeckPage, PageCheck } from '#features/room/deck/contract.ts'
import { firstPages } from '#features/room/deck/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CountedFile, findingsOf, pagesOf } from './queries.ts'

/** A file as the wire shows it. */
export const viewOfFile = (file: CountedFile): DeckFile => ({
  id: file.id,
  name: file.name,
  type: file.type,
  size: file.size,
  position: file.position,
  status: file.status,
  pages: file.pages,
  pages_ready: file.pagesReady,
  failure: file.failure,
  notes: [...file.notes],
  created_time: file.createdAt.toISOString(),
})

/** The pages of some files that are ready, numbered through, and how many there will be. */
export async function viewOfPages(
  db: Database | Transaction,
  files: readonly CountedFile[],
): Promise<{ total: number; pages: DeckPage[] }> {
  const { first, total } = firstPages(files)
  const shown = files.filter(file => file.status !== 'failed')
  const rows = await pagesOf(
    db,
    shown.map(file => file.id),
  )
  const pages = rows.map(row => ({
    page: (first.get(row.fileId) ?? 1) + row.number - 1,
    file_id: row.fileId,
    url: `/decks/${row.key}/large`,
    medium_url: `/decks/${row.key}/medium`,
    thumb_url: `/decks/${row.key}/thumb`,
    width: row.width,
    height: row.height,
    text: row.text,
  }))
  return { total, pages: pages.sort((a, b) => a.page - b.page) }
}

/** The pages of some files that look otherwise than their file, numbered through. */
export async function viewOfChecks(db: Database | Transaction, files: readonly CountedFile[]): Promise<PageCheck[]> {
  const shown = files.filter(file => file.status !== 'failed')
  const { first } = firstPages(shown)
  const rows = await findingsOf(
    db,
    shown.map(file => file.id),
  )
  return rows
    .map(({ fileId, number, findings }) => ({
      page: (first.get(fileId) ?? 1) + number - 1,
      file_id: fileId,
      findings,
    }))
    .sort((a, b) => a.page - b.page)
}
