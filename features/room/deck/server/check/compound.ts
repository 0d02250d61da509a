import type { FileHandle } from 'node:fs/promises'
import { DeckRefused } from './refused.ts'

/** A stream of a compound file, read at any place. */
export interface CompoundStream {
  readonly size: number
  read(position: number, length: number): Promise<Buffer>
}

const END = 0xfffffffe
const SECTORS_MOST = 2 ** 21 // of 512 bytes: 1 GB
const ENTRY_BYTES = 128

/** A file for PowerPoint 95 and 97 has the streams of 97 in this storage, and those of 95 under the same names beside it. */
const PREFERRED = 'PP97_DUALSTORAGE'

interface DirectoryEntry {
  readonly name: string
  readonly type: number
  readonly start: number
  readonly size: number
  /** The numbers of the siblings and of the first entry within. */
  readonly before: number
  readonly after: number
  readonly child: number
}

const damaged = (detail: string) => new DeckRefused('DeckDamaged', detail)

/**
 * The streams of a compound file (the container of .ppt and of protected .pptx) by name, read from the disk as needed:
 * a file of 1 GB costs its allocation table in memory, some 8 MB.
 */
export async function openCompound(file: FileHandle, fileSize: number): Promise<Map<string, CompoundStream>> {
  const head = await readAt(file, 0, 512)
  if (head.length < 512) throw damaged('no header')
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw damaged('sector size')
  const sectorBytes = 1 << shift
  const sector = (id: number, length = sectorBytes) => readAt(file, (id + 1) * sectorBytes, length)
  const table = await readTable(head, sector, sectorBytes, Math.ceil(fileSize / sectorBytes) + 1)
  const chain = (start: number) => chainOf(table, start)
  const streamOf = (start: number, size: number): CompoundStream => {
    const sectors = chain(start)
    if (sectors.length * sectorBytes < size) throw damaged('a stream ends too early')
    return {
      size,
      read: (position, length) => readChain(sector, sectors, sectorBytes, position, Math.min(length, size - position)),
    }
  }

  const directory = chain(head.readUInt32LE(48))
  const entries: DirectoryEntry[] = []
  for (const id of directory.slice(0, 8192)) {
    const bytes = await sector(id)
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64)
      const name = bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2))
      entries.push({
        name,
        type: bytes[at + 66] ?? 0,
        before: bytes.readUInt32LE(at + 68),
        after: bytes.readUInt32LE(at + 72),
        child: bytes.readUInt32LE(at + 76),
        start: bytes.readUInt32LE(at + 116),
        size: bytes.readUInt32LE(at + 120),
      })
    }
  }
  const root = entries[0]
  if (root?.type !== 5) throw damaged('no root')

  const smallest = head.readUInt32LE(56)
  const miniTable = await readAll(sector, chain(head.readUInt32LE(60)))
  const miniSectors = chain(root.start)
  const mini = (start: number, size: number): CompoundStream => {
    const ids = chainOf(new Uint32Array(miniTable.buffer, miniTable.byteOffset, miniTable.length >> 2), start)
    if (ids.length * 64 < size) throw damaged('a small stream ends too early')
    const one = (id: number, length = 64) => readChain(sector, miniSectors, sectorBytes, id * 64, length)
    return { size, read: (position, length) => readChain(one, ids, 64, position, Math.min(length, size - position)) }
  }

  const streams = new Map<string, CompoundStream>()
  for (const { name, type, start, size } of [...within(entries, PREFERRED), ...entries]) {
    // a storage has no content, but its name tells what the file is
    if (type === 1) streams.set(name, { size: 0, read: async () => Buffer.alloc(0) })
    if (type === 2 && !streams.has(name))
      streams.set(
        name,
        lazily(() => (size < smallest ? mini : streamOf)(start, size), size),
      )
  }
  return streams
}

/** The entries in a storage: a tree of siblings below it. */
function within(entries: readonly DirectoryEntry[], storage: string): DirectoryEntry[] {
  const found = new Set<DirectoryEntry>()
  const next = entries.filter(({ name, type }) => type === 1 && name === storage).map(({ child }) => child)
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const entry = entries[id]
    if (!entry || found.has(entry)) continue
    found.add(entry)
    next.push(entry.before, entry.after)
  }
  return [...found]
}

/** Opens a stream at its first read, so that damage in unused streams does not matter. */
function lazily(open: () => CompoundStream, size: number): CompoundStream {
  let opened: CompoundStream | undefined
  return {
    size,
    read: async (position, length) => {
      opened ??= open()
      return opened.read(position, length)
    },
  }
}

type Sector = (id: number, length?: number) => Promise<Buffer>

async function readTable(head: Buffer, sector: Sector, sectorBytes: number, most: number): Promise<Uint32Array> {
  const count = head.readUInt32LE(44)
  if (count > SECTORS_MOST / (sectorBytes / 4) + 1) throw damaged('allocation table')
  const ids: number[] = []
  for (let at = 76; at < 512 && ids.length < count; at += 4) ids.push(head.readUInt32LE(at))
  let next = head.readUInt32LE(68)
  while (ids.length < count && next < END) {
    const more = await sector(next)
    if (more.length < sectorBytes) throw damaged('allocation table')
    for (let at = 0; at < sectorBytes - 4 && ids.length < count; at += 4) ids.push(more.readUInt32LE(at))
    next = more.readUInt32LE(sectorBytes - 4)
  }
  const bytes = await readAll(
    sector,
    ids.filter(id => id < most),
  )
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

/** Follows a chain of sectors; a circular chain is longer than the table. */
function chainOf(table: Uint32Array, start: number): number[] {
  const ids: number[] = []
  for (let id = start; id < END; id = table[id] ?? END) {
    if (ids.length > table.length || id >= table.length) throw damaged('a chain without an end')
    ids.push(id)
  }
  return ids
}

async function readChain(
  sector: Sector,
  ids: readonly number[],
  size: number,
  position: number,
  length: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let at = position; at < position + length; ) {
    const first = Math.floor(at / size)
    const id = ids[first]
    if (id === undefined) throw damaged('beyond the end of a stream')
    const from = at % size
    // Sectors mostly follow each other, and are read together.
    let together = 1
    while (ids[first + together] === id + together && together * size < from + position + length - at) together++
    const take = Math.min(together * size - from, position + length - at)
    const bytes = (await sector(id, together * size)).subarray(from, from + take)
    if (bytes.length === 0) throw damaged('a stream ends too early')
    chunks.push(bytes)
    at += bytes.length
  }
  return Buffer.concat(chunks)
}

async function readAll(sector: Sector, ids: readonly number[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (const id of ids) chunks.push(await sector(id))
  // a copy starts at a multiple of four bytes, as a Uint32Array requires
  return Buffer.from(new Uint8Array(Buffer.concat(chunks)).buffer)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
