import type { FileHandle } from 'node:fs/promises'

const SECTOR = 512
const IDS_PER_SECTOR = SECTOR / 4
const IN_HEADER = 109
const END_OF_CHAIN = 0xfffffffe
const FREE = 0xffffffff
const OF_TABLE = 0xfffffffd
const OF_TABLE_LIST = 0xfffffffc
/** Smaller streams would belong into the stream of small ones; they are filled with zeros instead. */
const SMALLEST = 4096

/** A stream to write, with `size` bytes. */
export interface StreamToWrite {
  readonly name: string
  readonly size: number
  readonly bytes: Iterable<Buffer> | AsyncIterable<Buffer>
}

/** Writes a compound file ([MS-CFB], version 3) with only these streams. */
export async function writeCompound(file: FileHandle, streams: readonly StreamToWrite[]): Promise<void> {
  const chains: { start: number; sectors: number; size: number; name: string }[] = []
  let sectors = 0
  for (const { name, size, bytes } of streams) {
    const whole = Math.max(size, SMALLEST)
    const count = Math.ceil(whole / SECTOR)
    let at = (sectors + 1) * SECTOR
    for await (const chunk of bytes) {
      await file.write(chunk, 0, chunk.length, at)
      at += chunk.length
    }
    chains.push({ name, start: sectors, sectors: count, size: whole })
    sectors += count
  }
  const directory = directoryOf(chains)
  const directoryStart = sectors
  await file.write(directory, 0, directory.length, (directoryStart + 1) * SECTOR)
  chains.push({ name: '', start: directoryStart, sectors: directory.length / SECTOR, size: 0 })
  await writeTables(file, directoryStart + directory.length / SECTOR, chains)
}

/** Writes the allocation table after `used` sectors, then the list of its own sectors, then the header. */
async function writeTables(
  file: FileHandle,
  used: number,
  chains: readonly { readonly start: number; readonly sectors: number }[],
): Promise<void> {
  let tables = 0
  let lists = 0
  // the table also has entries for its own sectors
  for (let before = -1; before !== tables + lists; ) {
    before = tables + lists
    tables = Math.ceil((used + tables + lists) / IDS_PER_SECTOR)
    lists = Math.ceil(Math.max(0, tables - IN_HEADER) / (IDS_PER_SECTOR - 1))
  }
  const table = new Uint32Array(tables * IDS_PER_SECTOR).fill(FREE)
  for (const { start, sectors } of chains)
    for (let n = 0; n < sectors; n++) table[start + n] = n === sectors - 1 ? END_OF_CHAIN : start + n + 1
  table.fill(OF_TABLE, used, used + tables).fill(OF_TABLE_LIST, used + tables, used + tables + lists)
  const bytes = Buffer.from(table.buffer)
  await file.write(bytes, 0, bytes.length, (used + 1) * SECTOR)

  const ids = Array.from({ length: tables }, (_, n) => used + n)
  for (let n = 0; n < lists; n++) {
    const list = new Uint32Array(IDS_PER_SECTOR).fill(FREE)
    list.set(ids.slice(IN_HEADER + n * (IDS_PER_SECTOR - 1), IN_HEADER + (n + 1) * (IDS_PER_SECTOR - 1)))
    list[IDS_PER_SECTOR - 1] = n === lists - 1 ? END_OF_CHAIN : used + tables + n + 1
    await file.write(Buffer.from(list.buffer), 0, SECTOR, (used + tables + n + 1) * SECTOR)
  }
  const directoryStart = chains.at(-1)?.start ?? 0
  await file.write(headerOf({ directoryStart, tables, lists, listStart: used + tables, ids }), 0, SECTOR, 0)
}

function headerOf(at: {
  readonly directoryStart: number
  readonly tables: number
  readonly lists: number
  readonly listStart: number
  readonly ids: readonly number[]
}): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff)
  header.fill(0, 0, 76)
  header.write('d0cf11e0a1b11ae1', 0, 'hex')
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28) // little end first
  header.writeUInt16LE(9, 30) // sectors of 512 bytes
  header.writeUInt16LE(6, 32) // small ones of 64
  header.writeUInt32LE(at.tables, 44)
  header.writeUInt32LE(at.directoryStart, 48)
  header.writeUInt32LE(SMALLEST, 56)
  header.writeUInt32LE(END_OF_CHAIN, 60) // no stream of small ones
  header.writeUInt32LE(at.lists > 0 ? at.listStart : END_OF_CHAIN, 68)
  header.writeUInt32LE(at.lists, 72)
  for (const [n, id] of at.ids.slice(0, IN_HEADER).entries()) header.writeUInt32LE(id, 76 + n * 4)
  return header
}

/** The root and its streams, as a tree in which each stream is the right sibling of the one before. */
function directoryOf(streams: readonly { name: string; start: number; size: number }[]): Buffer {
  // the format's order: by length, then by letters
  const order = streams
    .map((stream, index) => ({ ...stream, id: index + 1 }))
    .sort((a, b) => a.name.length - b.name.length || (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1))
  const entries = Buffer.alloc(Math.ceil((streams.length + 1) / 4) * SECTOR)
  const entry = (
    id: number,
    name: string,
    type: number,
    fields: { right?: number; child?: number; start: number; size: number },
  ) => {
    const at = id * 128
    entries.write(name, at, 'utf16le')
    entries.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, at + 64)
    entries[at + 66] = type
    entries[at + 67] = 1 // black
    entries.writeUInt32LE(FREE, at + 68)
    entries.writeUInt32LE(fields.right ?? FREE, at + 72)
    entries.writeUInt32LE(fields.child ?? FREE, at + 76)
    entries.writeUInt32LE(fields.start, at + 116)
    entries.writeUInt32LE(fields.size, at + 120)
  }
  entry(0, 'Root Entry', 5, { child: order[0]?.id ?? FREE, start: END_OF_CHAIN, size: 0 })
  for (const [n, { id, name, start, size }] of order.entries())
    entry(id, name, 2, { right: order[n + 1]?.id ?? FREE, start, size })
  for (let id = streams.length + 1; id < entries.length / 128; id++) entry(id, '', 0, { start: 0, size: 0 })
  return entries
}
