import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pitchUuidOf } from '#features/core/pitch/server/queries.ts'
import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import { type DeckFailure, pageSizes } from '#features/room/deck/rules.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { DeckRefused } from './check/refused.ts'
import { notesOfPages } from './check/speakerNotes.ts'
import { beginConversion, endConversion, insertPage, seeConversion } from './conversionQueries.ts'
import type { DrawnPage } from './convert/drawPages.ts'
import { convertToPdf, pdfIn } from './convert/office.ts'
import { clean, draw, readNotes } from './convert/work.ts'
import { enqueueConversion } from './enqueue.ts'
import { originalKey, pageKey } from './keys.ts'
import { type FileRow, fileById } from './queries.ts'
import { announceDeck } from './roomDeck.ts'
import { cleanDecks } from './upkeep.ts'

/** Conversions at one time on this server: each uses two cores. */
const AT_ONCE = 2
const SEEN_EVERY_MS = 5000
const PROGRESS_EVERY_MS = 2000
/** Failures that a second attempt cannot change. */
const final: ReadonlySet<DeckFailure> = new Set<DeckFailure>([
  'DeckEncrypted',
  'DeckEmpty',
  'DeckTooManyPages',
  'DeckHostile',
  'DeckTypeNotAllowed',
  'ConverterMissing',
  'ConverterNotIsolated',
])

export const deckJobs = {
  cleanDecks: (_payload, frame) => cleanDecks(frame),
  async convertDeck(payload, frame, run) {
    if (converting >= AT_ONCE) return postpone(frame, payload)
    converting++
    try {
      await convertDeck(payload, frame, run)
    } finally {
      converting--
    }
  },
} satisfies JobHandlers

let converting = 0

/** Queues the job again. Waiting here would take a worker from mails and reminders. */
const postpone: (frame: Frame, payload: { deckFileId: string }) => Promise<void> = (frame, { deckFileId }) =>
  frame.db.transaction(tx => enqueueConversion(tx, deckFileId, new Date(rightTime() + 1000)))

const convertDeck: (typeof deckJobs)['convertDeck'] = async ({ deckFileId }, frame, { lastAttempt, signal }) => {
  const run = randomUUID()
  const file = await beginConversion(frame.db, deckFileId, run)
  if (!file) return
  const began = performance.now()
  const log = frame.log.child({ deckFile: file.id, type: file.type, bytes: file.size })
  const stop = new AbortController()
  const seen = setInterval(async () => {
    const alive = await seeConversion(frame.db, file.id, run).catch(() => true)
    if (!alive) stop.abort()
  }, SEEN_EVERY_MS)
  try {
    const pages = await convert(frame, file, run, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
    await finish(frame, file.id, run, { status: 'ready', failure: null, pages })
    log.info({ pages, ms: Math.round(performance.now() - began) }, 'deck converted')
  } catch (error) {
    const failure =
      error instanceof DeckRefused ? error.failure : isDiskFull(error) ? 'StorageFull' : 'DeckNotConverted'
    log.warn({ err: error, failure, lastAttempt }, 'deck not converted')
    if (!final.has(failure) && !lastAttempt) {
      await finish(frame, file.id, run, { status: 'waiting', failure: null })
      throw error
    }
    await finish(frame, file.id, run, { status: 'failed', failure, pages: null })
  } finally {
    clearInterval(seen)
  }
}

/** Makes the pages of a file and commits each as it is ready; answers their number. */
async function convert(frame: Frame, file: FileRow, run: string, signal: AbortSignal): Promise<number> {
  const { dataDir, convertTimeoutSeconds: seconds, convertMemoryMb: memoryMb } = frame.settings
  await mkdir(join(dataDir, 'converting'), { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'converting', 'deck-'))
  try {
    await mkdir(join(folder, 'in'))
    const original = join(folder, 'in', `deck.${file.type}`)
    const toClean = file.notes.includes('linksLeftOut')
    const source = toClean ? join(folder, `linked.${file.type}`) : original
    if (!(await frame.storage.copyTo(originalKey(file.id, file.type), source)))
      throw new Error('the file is not in the storage')
    if (toClean) await clean(source, original, folder, signal)
    if (file.type === 'pdf') return await drawAll({ frame, file, run, pdf: original, folder, signal })
    const notes = file.type === 'pptx' ? notesIn(frame, file, original, folder, signal) : undefined
    // the drawing process starts on the second core while LibreOffice works
    const failed = new AbortController()
    const making = convertToPdf(folder, file.type, { seconds, memoryMb }, signal).catch(error => {
      failed.abort()
      throw error
    })
    const drawing = drawAll({
      ...{ frame, file, run, folder, pdf: pdfIn(folder), notes },
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

/** The notes of a .pptx, read in parallel with LibreOffice; empty when they cannot be read. */
const notesIn = (frame: Frame, file: FileRow, original: string, folder: string, signal: AbortSignal) =>
  readNotes(original, folder, signal).catch(error => {
    frame.log.warn({ err: error, deckFile: file.id }, 'speaker notes not read')
    return []
  })

interface ToDraw {
  readonly frame: Frame
  readonly file: FileRow
  readonly run: string
  readonly pdf: string
  readonly folder: string
  readonly notes?: ReturnType<typeof notesIn> | undefined
  readonly signal: AbortSignal
}

/** Draws the pages. Pages are stored while the next ones are drawn, and committed in their order. */
async function drawAll({ frame, file, run, pdf, folder, notes, signal }: ToDraw): Promise<number> {
  const stop = new AbortController()
  let pages = 0
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
      const spoken = notesOfPages((await notes) ?? [], pages)[number - 1] ?? ''
      const row = { fileId: file.id, number, key, width, height, text, notes: spoken }
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
  if (drawn.status === 'rejected') throw drawn.reason
  return pages
}

/** Signals the progress of a conversion to the room every two seconds and at its end; browsers then load the new pages. */
function progressOf(frame: Frame, fileId: string) {
  let sentAt = rightTime()
  return async (ready: number, pages: number): Promise<void> => {
    if (ready < pages && rightTime() - sentAt < PROGRESS_EVERY_MS) return
    sentAt = rightTime()
    const pitchId = (await fileById(frame.db, fileId))?.pitchId
    if (pitchId) await signalProgress(frame, pitchId, { file_id: fileId, pages_ready: ready, pages })
  }
}

async function finish(frame: Frame, id: string, run: string, end: Parameters<typeof endConversion>[3]): Promise<void> {
  const file = await frame.db.transaction(async tx => {
    const ended = await endConversion(tx, id, run, end)
    if (ended?.status === 'failed') await notifyUploader(tx, ended)
    return ended
  })
  if (file) await announceToRoom(frame, id)
}

/** Creates a notice, since the uploader may have left the page. */
async function notifyUploader(tx: Transaction, { uploadedBy, name, pitchId }: FileRow): Promise<void> {
  const pitchUuid = pitchId === null ? undefined : await pitchUuidOf(tx, pitchId)
  await createNotice(tx, { accountIds: [uploadedBy], kind: 'deckFailed', params: { file: name, pitchUuid } })
}

type Progress = { readonly file_id: string; readonly pages_ready: number; readonly pages: number }

/** The progress of a file that a live room does not show goes only to people who manage the pitch. */
async function signalProgress(frame: Frame, pitchId: number, progress: Progress): Promise<void> {
  const rehearsal = await openRehearsalOf(frame.db, pitchId)
  for (const id of rehearsal ? [pitchId, rehearsal.id] : [pitchId]) {
    const { status, deck } = await roomStateOf(frame.db, id, deckPart)
    const isShown = status !== 2 || (deck.files ?? []).some(file => file.id === progress.file_id)
    frame.rooms.signal(id, isShown ? 'everybody' : 'managers', 'deckProgress', progress)
  }
}

/** Announces the deck's number of pages to the room of the file's pitch, if it has one. */
async function announceToRoom(frame: Frame, id: string): Promise<void> {
  const appended: [number, RoomEvent][] = []
  const pitchId = await frame.db.transaction(async tx => {
    // read again, because a file may get its pitch while it is converted
    const pitchId = (await fileById(tx, id))?.pitchId
    const announce: Context['announce'] = async (to, type, payload) =>
      void appended.push([to, await appendEvent({ db: tx, frame }, to, type, payload, undefined)])
    if (pitchId) await announceDeck({ db: tx, announce }, pitchId)
    return pitchId
  })
  for (const [to, event] of appended) frame.rooms.publish(to, [event])
  if (pitchId) frame.rooms.signal(pitchId, 'managers', 'deckFiles', {})
}

const isDiskFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
