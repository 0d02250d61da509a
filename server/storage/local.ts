import { constants } from 'node:fs'
import { lstat, readFile, rm, statfs, writeFile } from 'node:fs/promises'

/** Kept free for the database and the log when a disk fills up. */
export const SPARE_BYTES = 256 * 1024 ** 2

/** Bytes that may be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - SPARE_BYTES
}

// A program that reads somebody's file may be made to leave links where its results should be, or where this server
// writes next. They would lead this server to files that the program itself cannot reach.

/** The size of a file that an untrusted program made. @throws when it is no plain file */
export async function plainSize(path: string): Promise<number> {
  const found = await lstat(path)
  if (!found.isFile()) throw new Error('a program left something else than a file')
  return found.size
}

/** The content of a plain file that an untrusted program made; a link is not followed. */
export const readPlain = (path: string): Promise<Buffer> =>
  readFile(path, { flag: constants.O_RDONLY | constants.O_NOFOLLOW })

/** Writes a new file where untrusted programs write as well. */
export async function writeAnew(path: string, bytes: Buffer | string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await writeFile(path, bytes, { flag: 'wx' })
}
