import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { receiveFile } from './receive.ts'
import { deleteUpload, setUploadFile, type UploadRow } from './uploadQueries.ts'

/** The folder of unfinished uploads, on this server's disk. */
export const uploadsFolder = (frame: Frame) => join(frame.settings.dataDir, 'uploads')
export const pathOf = (frame: Frame, id: string) => join(uploadsFolder(frame), id)

/** The uploads that are being made files, by their ids. */
const finishing = new Map<string, Promise<string>>()

/**
 * Makes a file of a completely received upload; answers the file's id. Simultaneous requests share one attempt.
 * A refused file is removed at once.
 */
export function finishUpload(frame: Frame, upload: UploadRow): Promise<string> {
  if (upload.fileId) return Promise.resolve(upload.fileId)
  const known = finishing.get(upload.id)
  if (known) return known
  const finish = makeFile(frame, upload).finally(() => finishing.delete(upload.id))
  finishing.set(upload.id, finish)
  return finish
}

async function makeFile(frame: Frame, upload: UploadRow): Promise<string> {
  const { id, name: filename, size } = upload
  try {
    const fileId = await receiveFile(frame, upload, { filename, size, path: pathOf(frame, id) })
    await setUploadFile(frame.db, id, fileId)
    return fileId
  } catch (error) {
    // with a full storage the upload stays, so that its sender can try again
    const isRefused = error instanceof CallFailed && error.code !== 'StorageFull'
    if (isRefused) await removeUpload(frame, id)
    throw error
  }
}

export async function removeUpload(frame: Frame, id: string): Promise<void> {
  await deleteUpload(frame.db, id)
  await rm(pathOf(frame, id), { force: true })
}
