import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { receiveFile } from './receive.ts'
import { deleteUpload, setUploadFile, type UploadRow } from './uploadQueries.ts'

/** Where the bytes of uploads lie until they are a file: on this server's disk. */
export const uploadsFolder = (frame: Frame) => join(frame.settings.dataDir, 'uploads')
export const pathOf = (frame: Frame, id: string) => join(uploadsFolder(frame), id)

const finishing = new Map<string, Promise<string>>()

/**
 * Makes a file of an upload whose bytes are all there; answers the file's id. Asked twice, it is done once.
 * A file that is refused is removed at once.
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
    // Without space the upload stays, and its sender can try again when there is some.
    const isRefused = error instanceof CallFailed && error.code !== 'StorageFull'
    if (isRefused) await removeUpload(frame, id)
    throw error
  }
}

export async function removeUpload(frame: Frame, id: string): Promise<void> {
  await deleteUpload(frame.db, id)
  await rm(pathOf(frame, id), { force: true })
}
