import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { plainSize } from '#server/storage/local.ts'
import { checkKey, type Range, type Source, type Storage, typeOfKey } from '#server/storage/storage.ts'

/** Below this many free bytes the storage counts as full. */
const LEAST_FREE_BYTES = 64 * 1024 ** 2

/** Files in a folder of this machine. */
export function openDiskStorage(folder: string): Storage {
  const incoming = join(folder, '.incoming')
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    async put(key, source) {
      const path = pathOf(key)
      const written = join(incoming, randomUUID())
      try {
        await write(source, written)
        await sync(written)
        await mkdir(dirname(path), { recursive: true })
        await rename(written, path)
        await sync(dirname(path))
      } catch (error) {
        await rm(written, { force: true })
        throw error
      }
    },
    read: async (key, range) => read(pathOf(key), typeOfKey(key), range),
    copyTo: async (key, path) => copy(pathOf(key), path),
    remove: async prefix => rm(pathOf(prefix), { recursive: true, force: true }),
    async folders(prefix) {
      const entries = await readdir(pathOf(prefix), { withFileTypes: true }).catch(error => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
      return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
    },
    async status() {
      try {
        await (await open(join(incoming, '.writable'), 'w')).close()
        const { bavail, bsize } = await statfs(folder)
        return bavail * bsize < LEAST_FREE_BYTES ? 'off: the disk is full' : 'ok'
      } catch (error) {
        return `off: ${(error as Error).message}`
      }
    },
    async space() {
      const { bavail, bfree, blocks, bsize } = await statfs(folder)
      // without what is reserved for root, as df counts it
      return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize }
    },
  }
}

async function write(source: Source, path: string): Promise<void> {
  if (Buffer.isBuffer(source) || source instanceof Readable)
    return pipeline(
      Buffer.isBuffer(source) ? Readable.from([source]) : source,
      createWriteStream(path, { mode: 0o600 }),
    )
  await plainSize(source.file)
  try {
    await rename(source.file, path)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyFile(source.file, path)
    await rm(source.file)
  }
}

/** Makes written data survive a power failure; syncing a folder saves the names in it. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function read(path: string, type: string, range: Range | undefined) {
  const handle = await open(path, 'r').catch(error => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return undefined
    throw error
  })
  if (!handle) return undefined
  const stats = await handle.stat()
  const { start = 0, end = stats.size - 1 } = range ?? {}
  if (!stats.isFile() || (range && !(start >= 0 && start <= end && end < stats.size))) {
    await handle.close()
    if (!stats.isFile()) return undefined
    throw new RangeError('the range lies outside of the object')
  }
  // An empty file has no last byte to read up to.
  const stream =
    stats.size === 0 ? createReadStream('', { fd: handle }) : createReadStream('', { fd: handle, start, end })
  return { stream, size: stats.size, type }
}

async function copy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(codeOf(error))) throw error
    await copyFile(from, to)
  }
  return true
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
