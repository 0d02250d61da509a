import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { putForCall } from '#server/storage/forCall.ts'
import { enqueueConversion } from './enqueue.ts'
import type { Holder } from './heldFiles.ts'
import { originalKey, rewrittenFileKey, spokenKey } from './keys.ts'
import { type FileRow, filesOf, insertFile } from './queries.ts'
import { deckUpload } from './tables.ts'

/** A file whose bytes were copied and that has no row yet. */
export interface CopiedFile {
  readonly id: string
  readonly from: FileRow
}

/** Copies the bytes of a pitch's files within the storage, before the transaction that gives them rows. */
export async function copyFilesOf(frame: Frame, pitchId: number): Promise<CopiedFile[]> {
  const files = (await filesOf(frame.db, pitchId)).filter(({ status }) => status !== 'failed')
  const copies: CopiedFile[] = []
  for (const from of files) {
    const id = randomUUID()
    const copy = async (keyOf: typeof originalKey) => {
      const stored = await frame.storage.read(keyOf(from.id, from.type))
      if (stored) await putForCall(frame.storage, keyOf(id, from.type), stored.stream)
      return stored !== undefined
    }
    // without the file itself there is nothing to convert: the storage was lost, or put back without it
    if (!(await copy(originalKey))) continue
    await copy(rewrittenFileKey)
    await copy(spokenKey)
    copies.push({ id, from })
  }
  return copies
}

/** Gives copies to a holder as finished uploads of its owner; their pages are converted again. Returns the uploads. */
export async function holdCopies(
  db: Transaction,
  { id: heldFor, userId, organisationId }: Holder,
  copies: readonly CopiedFile[],
): Promise<string[]> {
  const uploads: string[] = []
  for (const { id, from } of copies) {
    const { name, type, size, pages, notes } = from
    await insertFile(db, { id, organisationId, uploadedBy: userId, heldFor, name, type, size, pages, notes })
    const upload = randomBytes(24).toString('base64url')
    await db.insert(deckUpload).values({ id: upload, organisationId, accountId: userId, name, size, fileId: id })
    await enqueueConversion(db, id)
    uploads.push(upload)
  }
  return uploads
}
