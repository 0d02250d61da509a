import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { deckNameOf, deckTypeOf, MAX_DECK_BYTES, MAX_DECK_FILES } from '#features/room/deck/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { DeckRefused } from './check/refused.ts'
import { isolationHere } from './convert/isolation.ts'
import { findOffice } from './convert/office.ts'
import { check } from './convert/work.ts'
import { enqueueConversion } from './enqueue.ts'
import { folderKey, originalKey } from './keys.ts'
import { fileById, giveFile, insertFile, lastPosition, lockFilesOf } from './queries.ts'
import { uploadById } from './uploadQueries.ts'

/** A complete file on this server's disk, with the name that its sender gave it. */
export type Incoming = Pick<Upload, 'filename' | 'path' | 'size'>
type Sender = Pick<Actor, 'accountId' | 'organisationId'>

/**
 * Checks a file, stores it and queues its conversion, before it belongs to a pitch. Its row is committed separately: a
 * call that fails afterwards leaves a file without a pitch, which upkeep removes within a day.
 * @returns the file's id
 * @throws {CallFailed} with the reason for refusing it
 */
export async function receiveFile(frame: Frame, sender: Sender, { filename, path, size }: Incoming): Promise<string> {
  const name = deckNameOf(filename)
  if (!deckTypeOf(name)) throw new CallFailed('DeckTypeNotAllowed')
  if (size > MAX_DECK_BYTES) throw new CallFailed('DeckTooLarge')
  const checked = await check(path, frame.settings.dataDir).catch(error => {
    if (!(error instanceof DeckRefused)) throw error
    frame.log.info({ failure: error.failure, detail: error.message, bytes: size }, 'deck refused')
    throw new CallFailed(error.failure)
  })
  await refuseWithoutConverter(checked.type)
  const id = randomUUID()
  try {
    await frame.storage.put(originalKey(id, checked.type), { file: path })
    await frame.db.transaction(async tx => {
      const { type, pages, notes } = checked
      const { accountId: uploadedBy, organisationId } = sender
      await insertFile(tx, { id, organisationId, uploadedBy, name, type, size, pages, notes: [...notes] })
      await enqueueConversion(tx, id)
    })
  } catch (error) {
    await frame.storage.remove(folderKey(id)).catch(() => {})
    throw error
  }
  return id
}

/** [ERR-041, RULE-052] Refuses a type that this server cannot convert, before its bytes are sent. */
export async function refuseWithoutConverter(type: string | undefined): Promise<void> {
  if (type === 'pdf') return
  if (!(await findOffice())) throw new CallFailed('ConverterMissing')
  if (type === 'ppt' && (await isolationHere()) === 'none') throw new CallFailed('ConverterNotIsolated')
}

/**
 * The files that come with a call: finished resumable uploads, and the file that its preparation received.
 * @throws {CallFailed} UploadNotFound also for another person's upload
 */
export async function filesBrought(
  db: Database | Transaction,
  sender: Sender,
  from: { received: string | undefined; uploadIds: readonly string[] },
): Promise<string[]> {
  const ids: string[] = []
  for (const uploadId of from.uploadIds) ids.push(await fileOfUpload(db, sender, uploadId))
  return from.received ? [...ids, from.received] : ids
}

/** The file that an upload became. */
export async function fileOfUpload(db: Database | Transaction, sender: Sender, uploadId: string): Promise<string> {
  const upload = await uploadById(db, uploadId)
  if (!upload || upload.accountId !== sender.accountId) throw new CallFailed('UploadNotFound')
  if (upload.fileId) return upload.fileId
  throw new CallFailed('UploadNotFinished')
}

/**
 * Appends received files to a pitch, in their order.
 * @throws {CallFailed} DeckNameTaken (RULE-054), DeckTooManyFiles, UploadNotFound for a file that is in use already
 */
export async function attachDeckFiles(
  db: Transaction,
  sender: Sender,
  pitchId: number,
  fileIds: readonly string[],
): Promise<void> {
  const present = await lockFilesOf(db, pitchId)
  if (present.length + fileIds.length > MAX_DECK_FILES) throw new CallFailed('DeckTooManyFiles')
  const names = new Set(present.map(file => file.name.toLowerCase()))
  let position = await lastPosition(db, pitchId)
  for (const id of fileIds) {
    const name = (await fileById(db, id))?.name.toLowerCase() ?? ''
    if (names.has(name)) throw new CallFailed('DeckNameTaken')
    names.add(name)
    position++
    if (!(await giveFile(db, id, sender.accountId, { pitchId, position }))) throw new CallFailed('UploadNotFound')
  }
}
