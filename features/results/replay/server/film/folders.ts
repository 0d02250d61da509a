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

/**
 * The folder of a piece of work by a plan. What was made of the same work by another plan is removed; the folders of other
 * work stay, which may be waiting.
 */
export async function workFolder(frame: Pick<Frame, 'settings'>, work: string, plan: string): Promise<string> {
  await removeWork(frame, work, plan)
  const folder = join(folderOf(frame), `${work}-${plan}`)
  await mkdir(folder, { recursive: true })
  return folder
}

/** Removes what was made of a piece of work, which is done or not wanted any more. */
export async function removeWork(frame: Pick<Frame, 'settings'>, work: string, except?: string): Promise<void> {
  const all = folderOf(frame)
  for (const name of await namesIn(all))
    if (name.startsWith(`${work}-`) && name !== `${work}-${except}`) await remove(join(all, name))
}

/** Removes what another server has finished. Times of files are by this machine's own clock. */
export async function removeOldFolders(frame: Pick<Frame, 'settings'>): Promise<void> {
  for (const name of await namesIn(folderOf(frame))) {
    const path = join(folderOf(frame), name)
    const made = await stat(path).catch(() => undefined)
    if (made && made.mtimeMs < machineTime() - OLD) await remove(path)
  }
}
