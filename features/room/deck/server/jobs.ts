import { randomUUID } from 'node:crypto'
import { slidesChanged } from '#features/core/pitch/server/approvalQueries.ts'
import { pitchUuidOf } from '#features/core/pitch/server/queries.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import type { DeckFailure } from '#features/room/deck/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { createTurns, type Sender } from '#server/turns.ts'
import { chargingFailures } from './budget.ts'
import { DeckRefused } from './check/refused.ts'
import { beginConversion, endConversion, seeConversion } from './conversionQueries.ts'
import { convertFile } from './convertFile.ts'
import { enqueueConversion } from './enqueue.ts'
import { rewrittenKey } from './keys.ts'
import { announceToRoom } from './progress.ts'
import type { FileRow } from './queries.ts'
import { nextWaiting, placeInQueue } from './turnQueries.ts'
import { cleanDecks } from './upkeep.ts'

/** Conversions at one time on this server: each uses two cores. */
const turns = createTurns({ places: 2, spare: 1 })
const SEEN_EVERY_MS = 5000
/** Failures that a second attempt cannot change. */
const final: ReadonlySet<DeckFailure> = new Set<DeckFailure>([
  'DeckEncrypted',
  'DeckEmpty',
  'DeckTooManyPages',
  'DeckHostile',
  'DeckTypeNotAllowed',
  'DeckTooOld',
  'ConverterMissing',
  'ConverterNotIsolated',
])
const isFinal = (error: unknown, failure: DeckFailure) =>
  final.has(failure) || (error instanceof DeckRefused && error.isCertain)

export const deckJobs = {
  cleanDecks: (_payload, frame) => cleanDecks(frame),
  async convertDeck({ deckFileId }, frame, run) {
    const place = await placeInQueue(frame.db, deckFileId)
    if (!place) return
    const end = place.ahead === 0 ? turns.tryTake(place) : undefined
    if (!end) return postpone(frame, deckFileId, place.ahead)
    try {
      await convertDeck({ deckFileId }, frame, run)
    } finally {
      end()
      await startNext(frame, place, deckFileId)
    }
  },
} satisfies JobHandlers

const LONGEST_WAIT_SECONDS = 30
/**
 * Queues the job again, later behind more files of the same person. Waiting here would take a worker from emails and
 * reminders.
 */
async function postpone(frame: Frame, deckFileId: string, ahead: number): Promise<void> {
  const seconds = Math.min(1 + ahead, LONGEST_WAIT_SECONDS)
  await frame.db.transaction(tx => enqueueConversion(tx, deckFileId, new Date(rightTime() + seconds * 1000)))
}

/** Starts the conversion of a person's next file without waiting for its time. A failed file has its own retry. */
async function startNext(frame: Frame, { accountId }: Sender, ended: string): Promise<void> {
  const next = await nextWaiting(frame.db, accountId, ended)
  if (next) await frame.db.transaction(tx => enqueueConversion(tx, next))
}

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
    const sender = { accountId: file.uploadedBy, organisationId: file.organisationId }
    const stopping = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const pages = await chargingFailures(frame, sender, () => convertFile(frame, file, run, stopping))
    await finish(frame, file.id, run, { status: 'ready', failure: null, pages })
    log.info({ pages, ms: Math.round(performance.now() - began) }, 'deck converted')
  } catch (error) {
    const failure =
      error instanceof DeckRefused ? error.failure : isDiskFull(error) ? 'StorageFull' : 'DeckNotConverted'
    log.warn({ err: error, failure, lastAttempt }, 'deck not converted')
    if (!isFinal(error, failure) && !lastAttempt) {
      await finish(frame, file.id, run, { status: 'waiting', failure: null })
      throw error
    }
    await finish(frame, file.id, run, { status: 'failed', failure, pages: null })
  } finally {
    clearInterval(seen)
  }
}

async function finish(frame: Frame, id: string, run: string, end: Parameters<typeof endConversion>[3]): Promise<void> {
  const file = await frame.db.transaction(async tx => {
    const ended = await endConversion(tx, id, run, end)
    if (ended?.status === 'failed') await notifyUploader(tx, ended)
    // a review that took place meanwhile has not seen its slides
    if (ended?.status === 'ready' && ended.pitchId !== null) await slidesChanged(tx, ended.pitchId)
    return ended
  })
  if (file) await announceToRoom(frame, id)
  if (file && file.status !== 'waiting') await frame.storage.remove(rewrittenKey(id))
}

/** Creates a notice, since the uploader may have left the page. */
async function notifyUploader(tx: Transaction, { uploadedBy, name, pitchId }: FileRow): Promise<void> {
  const pitchUuid = pitchId === null ? undefined : await pitchUuidOf(tx, pitchId)
  await createNotice(tx, { accountIds: [uploadedBy], kind: 'deckFailed', params: { file: name, pitchUuid } })
}

const isDiskFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
