import { open } from 'node:fs/promises'
import { type DeckNote, type DeckType, MAX_DECK_PAGES } from '#features/room/deck/rules.ts'
import { openPdf } from '#features/room/deck/server/convert/pdfium.ts'
import { rewritePpt } from './ppt.ts'
import { rewritePptx } from './pptx.ts'
import { DeckRefused } from './refused.ts'
import type { SlideNotes } from './speakerNotes.ts'

export interface Checked {
  /** By the content, not by the name. */
  readonly type: DeckType
  /** Null where counting needs a converter. */
  readonly pages: number | null
  readonly notes: readonly DeckNote[]
  /** Speaker notes; empty for formats that have none. */
  readonly spoken: readonly SlideNotes[]
}

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zip = Buffer.from('504b0304', 'hex')

/**
 * Determines a file's type by its content. A .pptx or .ppt is rewritten to `target`, so that the converter reads
 * nothing that was not understood.
 * @throws {DeckRefused} with the reason for refusing it
 */
export async function checkFile(path: string, target: string): Promise<Checked> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) throw new DeckRefused('DeckEmpty')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    const head = buffer.subarray(0, bytesRead)
    if (head.subarray(0, 4).equals(zip)) {
      const { notes, slides, spoken } = await rewritePptx(path, size, target)
      return { type: 'pptx', pages: slides, notes, spoken }
    }
    if (head.subarray(0, 8).equals(compound)) {
      await rewritePpt(path, size, target)
      return { type: 'ppt', pages: null, notes: [], spoken: [] }
    }
    if (head.includes('%PDF-')) return { type: 'pdf', pages: await countPages(file.fd, size), notes: [], spoken: [] }
    throw new DeckRefused('DeckTypeNotAllowed')
  } finally {
    await file.close()
  }
}

async function countPages(fd: number, size: number): Promise<number> {
  const { pages } = await openPdf(fd, size)
  if (pages === 0) throw new DeckRefused('DeckEmpty')
  if (pages > MAX_DECK_PAGES) throw new DeckRefused('DeckTooManyPages', `${pages} pages`)
  return pages
}
