import { access, chmod, constants, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Frame } from '#server/frame.ts'
import { plainSize, readPlain } from '#server/storage/local.ts'

type Of = Pick<Frame, 'settings' | 'storage'>
type Where = Pick<Frame, 'settings'>

/** Bytes of a file of Egress beyond which it is no segment of some seconds. */
const MOST = 64 * 1024 ** 2

/** The folder of what Egress writes for a recording, and that of one job. */
export const egressFolder = (recording: string): string => `egress/${recording}`
export const jobFolder = (recording: string, job: string): string => `${egressFolder(recording)}/${job}`

/** Whether a folder is one of them, which may be shared with Egress and no part of the storage. */
export const isOfEgress = (folder: string): boolean => folder.startsWith('egress/')

/** Fails where the folder that is shared with Egress is not there, or not for the console. */
export async function checkFolder({ settings }: Where): Promise<void> {
  const here = settings.egress?.folder?.here
  if (here) await access(join(here, '.'), constants.R_OK | constants.W_OK | constants.X_OK)
}

/** The recordings of which something of Egress is in the folder that is shared with it, or in the S3 store. */
export async function recordingsIn({ settings, storage }: Of): Promise<string[]> {
  const here = settings.egress?.folder?.here
  const inFolder = async (folder: string) =>
    readdir(join(folder, 'egress')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
  const names = await (here ? inFolder(here) : storage.folders('egress'))
  return names.filter(name => z.uuid().safeParse(name).success)
}

/** Makes a folder into which Egress, another user of the machine, may write, and from which the console may remove it. */
export async function openFolder({ settings }: Where, folder: string): Promise<void> {
  const here = settings.egress?.folder?.here
  if (!here) return
  await mkdir(join(here, folder), { recursive: true })
  await chmod(join(here, folder), 0o777)
}

/** A file that Egress wrote; undefined while there is none. */
export async function readOutput({ settings, storage }: Of, folder: string, name: string): Promise<Buffer | undefined> {
  const here = settings.egress?.folder?.here
  if (!here) {
    const stored = await storage.read(`${folder}/${name}`)
    if (stored && stored.size > MOST) {
      stored.stream.destroy()
      throw new Error('a file of Egress is too large')
    }
    return stored && buffer(stored.stream)
  }
  const path = join(here, folder, name)
  const size = await plainSize(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (size !== undefined && size > MOST) throw new Error('a file of Egress is too large')
  return size === undefined ? undefined : readPlain(path)
}

/** Removes what Egress wrote: it has been read, or must not be. */
export async function removeOutputs({ settings, storage }: Of, folder: string): Promise<void> {
  const here = settings.egress?.folder?.here
  if (here) await rm(join(here, folder), { recursive: true, force: true })
  else await storage.remove(folder)
}
