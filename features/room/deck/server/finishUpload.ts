import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { kindOf } from './uploadKinds.ts'
import { deleteUpload, setUploadFile, type UploadRow } from './uploadQueries.ts'

/** The folder of unfinished uploads, on this server's disk. */
export const uploadsFolder = (frame: Frame) => join(frame.settings.dataDir, 'uploads')
export const pathOf = (frame: Frame, id: string) => join(uploadsFolder(frame), id)

/** The uploads that are being made files, by their ids. */
const finishing = new Map<string, Promise<void>>()

/** Whether an upload has become what its kind makes of it. */
export const isFinished = ({ fileId, waitsAs }: UploadRow): boolean => fileId !== null || waitsAs !== null

/**
 * Makes of a completely received upload what its kind does. Simultaneous requests share one attempt. A refused file is
 * removed at once.
 */
export function finishUpload(frame: Frame, upload: UploadRow): Promise<void> {
  if (isFinished(upload)) return Promise.resolve()
  const known = finishing.get(upload.id)
  if (known) return known
  const finish = makeFile(frame, upload).finally(() => finishing.delete(upload.id))
  finishing.set(upload.id, finish)
  return finish
}

async function makeFile(frame: Frame, upload: UploadRow): Promise<void> {
  const { id } = upload
  try {
    const kind = kindOf(frame, upload.name)
    const made = await kind.finish(frame, upload, pathOf(frame, id))
    if (await setUploadFile(frame.db, id, made)) return
    // its sender removed it meanwhile
    await kind.forget(frame, upload, 'fileId' in made ? made.fileId : undefined)
    throw new CallFailed('UploadNotFound')
  } catch (error) {
    // with a full storage the upload stays, so that its sender can try again
    const isRefused = error instanceof CallFailed && error.code !== 'StorageFull'
    if (isRefused) await removeUpload(frame, id)
    throw error
  }
}

export async function removeUpload(frame: Frame, id: string): Promise<void> {
  const removed = await deleteUpload(frame.db, id)
  if (removed) await kindOf(frame, removed.name).forget(frame, removed)
  await rm(pathOf(frame, id), { force: true })
}
