import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { type DeckType, deckNameOf, deckTypeOf, MAX_DECK_BYTES, MAX_DECK_FILES } from '#features/room/deck/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import type { Sender } from '#server/turns.ts'
import { DeckRefused } from './check/refused.ts'
import { type CheckedFile, withChecked } from './checked.ts'
import { whyNotConverted } from './convert/office.ts'
import { enqueueConversion } from './enqueue.ts'
import { folderKey, originalKey, rewrittenFileKey, spokenKey } from './keys.ts'
import { deleteFiles, fileById, giveFile, insertFile, lastPosition, lockFilesOf } from './queries.ts'
import { uploadById } from './uploadQueries.ts'

/** A complete file on this server's disk, with the name that its sender gave it. */
export type Incoming = Pick<Upload, 'filename' | 'path' | 'size'>

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
  try {
    return await withChecked(frame, sender, path, checked => keep(frame, sender, { name, path, size }, checked))
  } catch (error) {
    if (!(error instanceof DeckRefused)) throw error
    frame.log.info({ failure: error.failure, detail: error.message, bytes: size }, 'deck refused')
    throw new CallFailed(error.failure as CallFailed['code'])
  }
}

async function keep(
  frame: Frame,
  { accountId: uploadedBy, organisationId }: Sender,
  { name, path, size }: { readonly name: string; readonly path: string; readonly size: number },
  { type, pages, notes, spoken, rewritten }: CheckedFile,
): Promise<string> {
  await refuseWithoutConverter(frame, type)
  const id = randomUUID()
  try {
    if (type !== 'pdf') await frame.storage.put(rewrittenFileKey(id, type), { file: rewritten })
    if (spoken.some(({ text, holds, fonts }) => text || holds?.length || fonts?.length))
      await frame.storage.put(spokenKey(id), Buffer.from(JSON.stringify(spoken)))
    await frame.storage.put(originalKey(id, type), { file: path })
    await frame.db.transaction(async tx => {
      await insertFile(tx, { id, organisationId, uploadedBy, name, type, size, pages, notes: [...notes] })
      await enqueueConversion(tx, id)
    })
  } catch (error) {
    await frame.storage.remove(folderKey(id)).catch(() => {})
    throw error
  }
  return id
}

/** Removes a file that no pitch has. */
export async function dropFile(frame: Frame, id: string): Promise<void> {
  await deleteFiles(frame.db, [id])
  await frame.storage.remove(folderKey(id))
}

/** [ERR-041, RULE-052] Refuses a type that this server cannot convert, before its bytes are sent. */
export async function refuseWithoutConverter(frame: Frame, type: DeckType | undefined): Promise<void> {
  const failure = type === 'pdf' ? undefined : await whyNotConverted(frame.settings)
  if (failure) throw new CallFailed(failure)
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
