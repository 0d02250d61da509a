import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { machineTime, rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { staleFiles } from './conversionQueries.ts'
import { enqueueConversion } from './enqueue.ts'
import { removeUpload } from './finishUpload.ts'
import { folderKey } from './keys.ts'
import { deleteLocationsBefore } from './locationQueries.ts'
import { abandonedFiles, deleteFiles } from './queries.ts'
import { oldUploads } from './uploadQueries.ts'
import { UPLOAD_LIFE_MS } from './uploads.ts'

const EVERY_MS = 15_000
/** A running conversion updates its row every five seconds. */
const STALE_MS = 30_000
const UNATTACHED_MS = 24 * 3_600_000
/** Deleted files can be restored for 30 days. */
const DELETED_MS = 30 * 24 * 3_600_000

/** Resumes conversions that a crash interrupted, now and every 15 seconds, until it is stopped. */
export function startDeckUpkeep(frame: Frame): () => void {
  const resume = () =>
    resumeConversions(frame).catch(error => frame.log.warn({ err: error }, 'conversions were not resumed'))
  void resume()
  const timer = setInterval(resume, EVERY_MS)
  return () => clearInterval(timer)
}

/** Queues the files whose conversion no server is running. */
export async function resumeConversions(frame: Frame, now = rightNow()): Promise<void> {
  const ids = await staleFiles(frame.db, new Date(now.getTime() - STALE_MS))
  for (const id of ids) await frame.db.transaction(tx => enqueueConversion(tx, id))
}

/** Removes unfinished uploads, files without a pitch, and deleted files that can no longer be restored. */
export async function cleanDecks(frame: Frame, now = rightNow()): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  for (const id of await oldUploads(frame.db, before(UPLOAD_LIFE_MS))) await removeUpload(frame, id)
  const ids = await abandonedFiles(frame.db, before(UNATTACHED_MS), before(DELETED_MS))
  for (const id of ids) await frame.storage.remove(folderKey(id))
  await deleteFiles(frame.db, ids)
  await deleteLocationsBefore(frame.db, now)
  for (const work of ['converting', 'checking']) await removeOldFolders(join(frame.settings.dataDir, work))
}

/**
 * Removes the folders of conversions whose server was killed. Their times are by this machine's own clock: by the right
 * one, a machine whose clock is a day behind would take the folders of running conversions away.
 */
async function removeOldFolders(folder: string): Promise<void> {
  const before = new Date(machineTime() - UPLOAD_LIFE_MS)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true })
  }
}
