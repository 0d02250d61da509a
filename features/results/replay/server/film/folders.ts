import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { machineTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'

/** Where films are made on this machine. */
const folderOf = ({ settings }: Pick<Frame, 'settings'>) => join(settings.dataDir, 'films')
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
const remove = (path: string) => rm(path, { recursive: true, force: true })
/** Milliseconds after which nothing goes on with a folder. */
const OLD = 86_400_000

/** The folder of the film in work; the others are removed, since one film is made at a time. */
export async function keepFolder(frame: Pick<Frame, 'settings'>, name: string | undefined): Promise<string> {
  const all = folderOf(frame)
  for (const other of await namesIn(all)) if (other !== name) await remove(join(all, other))
  const folder = join(all, name ?? '')
  await mkdir(folder, { recursive: true })
  return folder
}

/** Removes what another server has finished. Times of files are by this machine's own clock. */
export async function removeOldFolders(frame: Pick<Frame, 'settings'>): Promise<void> {
  for (const name of await namesIn(folderOf(frame))) {
    const path = join(folderOf(frame), name)
    const made = await stat(path).catch(() => undefined)
    if (made && made.mtimeMs < machineTime() - OLD) await remove(path)
  }
}
