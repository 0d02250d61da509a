import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PageFinding, pageSizes } from '#features/room/deck/rules.ts'
import type { Frame } from '#server/frame.ts'
import { DeckRefused } from './check/refused.ts'
import { type SlideNotes, slidesOfPages } from './check/speakerNotes.ts'
import { insertPage, seeConversion } from './conversionQueries.ts'
import type { DrawnPage } from './convert/drawPages.ts'
import { fontsInstead } from './convert/fonts.ts'
import { convertToPdf, pdfIn } from './convert/office.ts'
import { check, draw } from './convert/work.ts'
import { originalKey, pageKey, rewrittenFileKey, spokenKey } from './keys.ts'
import { announceToRoom, progressOf } from './progress.ts'
import type { FileRow } from './queries.ts'

/**
 * Makes the pages of a file and commits each as it is ready; answers their number.
 * @throws {DeckRefused} with the reason
 */
export async function convertFile(frame: Frame, file: FileRow, run: string, signal: AbortSignal): Promise<number> {
  const { dataDir, convertTimeoutSeconds, convertMemoryMb: memoryMb, convertMayExposeServer } = frame.settings
  await mkdir(join(dataDir, 'converting'), { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'converting', 'deck-'))
  try {
    await mkdir(join(folder, 'in'))
    const source = join(folder, 'in', `deck.${file.type}`)
    const spoken = await fetchSource(frame, file, source, folder)
    if (file.type === 'pdf') return await drawAll({ frame, file, run, pdf: source, folder, spoken, signal })
    // the drawing process starts on the second core while LibreOffice works
    const failed = new AbortController()
    const limits = { seconds: convertTimeoutSeconds, memoryMb, mayExposeServer: convertMayExposeServer }
    const making = convertToPdf(folder, file.type, limits, signal).catch(error => {
      failed.abort()
      throw error
    })
    const drawing = drawAll({
      ...{ frame, file, run, folder, pdf: pdfIn(folder), spoken },
      signal: AbortSignal.any([signal, failed.signal]),
    })
    const [made, drawn] = await Promise.allSettled([making, drawing])
    if (made.status === 'rejected') throw made.reason
    if (drawn.status === 'rejected') throw drawn.reason
    return drawn.value
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fetches a PDF as it is, and other types as rewritten by the check. Answers the speaker notes. */
async function fetchSource(
  { storage }: Frame,
  { id, type }: FileRow,
  source: string,
  folder: string,
): Promise<readonly SlideNotes[]> {
  if (type !== 'pdf' && (await storage.copyTo(rewrittenFileKey(id, type), source))) {
    const notes = join(folder, 'spoken.json')
    return (await storage.copyTo(spokenKey(id), notes)) ? JSON.parse(await readFile(notes, 'utf8')) : []
  }
  if (!(await storage.copyTo(originalKey(id, type), source))) throw new Error('the file is not in the storage')
  if (type === 'pdf') return []
  // received by an earlier version, or converted before: only the original is left
  const original = join(folder, `original.${type}`)
  await rename(source, original)
  return (await check(original, source, folder)).spoken
}

/** What a page holds that its picture does not show, or shows otherwise. */
function findingsOn(
  slide: SlideNotes | undefined,
  { overflows }: DrawnPage,
  instead: ReadonlyMap<string, string>,
): PageFinding[] {
  const findings: PageFinding[] = (slide?.holds ?? []).map(kind => ({ kind }))
  if (overflows) findings.push({ kind: 'overflow' })
  for (const font of slide?.fonts ?? [])
    if (instead.has(font)) findings.push({ kind: 'font', font, instead: instead.get(font) })
  return findings
}

interface ToDraw {
  readonly frame: Frame
  readonly file: FileRow
  readonly run: string
  readonly pdf: string
  readonly folder: string
  readonly spoken: readonly SlideNotes[]
  readonly signal: AbortSignal
}

/** Draws the pages. Pages are stored while the next ones are drawn, and committed in their order. */
async function drawAll({ frame, file, run, pdf, folder, spoken, signal }: ToDraw): Promise<number> {
  const stop = new AbortController()
  let pages = 0
  const instead = fontsInstead(folder, [...new Set(spoken.flatMap(({ fonts = [] }) => fonts))])
  instead.catch(() => {})
  const progress = progressOf(frame, file.id)
  let committing: Promise<void> = Promise.resolve()
  const inOrder = (act: () => Promise<void>) => {
    committing = committing.then(act)
    committing.catch(error => stop.abort(error))
  }
  // stored in parallel, committed one after the other
  const store = (page: DrawnPage) => {
    const key = randomBytes(16).toString('base64url')
    const stored = Promise.all(
      pageSizes.map(size => frame.storage.put(pageKey(file.id, key, size), { file: page.files[size] })),
    )
    stored.catch(() => {})
    inOrder(async () => {
      await stored
      const { number, width, height, text } = page
      const slide = slidesOfPages(spoken, pages)[number - 1]
      const findings = file.type === 'pdf' ? [] : findingsOn(slide, page, await instead)
      const row = { fileId: file.id, number, key, width, height, text, notes: slide?.text ?? '', findings }
      const isMine = await insertPage(frame.db, run, row)
      if (!isMine) throw new Error('another conversion has taken over, or the file was deleted')
      await progress(number, pages)
    })
  }
  const seconds = frame.settings.convertTimeoutSeconds * 3
  const drawing = draw(pdf, folder, {
    seconds,
    signal: AbortSignal.any([signal, stop.signal]),
    mustShow: file.type !== 'pdf',
    counted: n => {
      pages = n
      inOrder(async () => {
        await seeConversion(frame.db, file.id, run, { pages: n })
        await announceToRoom(frame, file.id)
      })
    },
    drawn: store,
  })
  const [drawn, committed] = await Promise.allSettled([drawing, drawing.catch(() => {}).then(() => committing)])
  // a page that could not be stored has stopped the drawing, so its error is the reason
  if (committed.status === 'rejected') throw committed.reason
  if (drawn.status === 'rejected') throw file.notes.includes('linksLeftOut') ? ofLinks(drawn.reason) : drawn.reason
  return pages
}

/** Slides that are blank without their linked pictures have to say so. */
const ofLinks = (reason: unknown) =>
  reason instanceof DeckRefused && reason.failure === 'DeckBlank' ? new DeckRefused('DeckOnlyLinks') : reason
