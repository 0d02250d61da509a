import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { linksOutside } from './links.ts'
import { openZip, readText } from './zip.ts'

/** Writes a .pptx again without the links that would be fetched; all other parts are copied as they are. */
export async function cleanPptx(from: string, to: string, fileSize: number): Promise<void> {
  const { zip, entries } = await openZip(from, fileSize)
  try {
    await pipeline(Readable.from(rewrite(zip, entries.values())), createWriteStream(to))
  } finally {
    zip.close()
  }
}

async function* rewrite(zip: ZipFile, entries: Iterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const changed = await changedPart(zip, entry)
    const part = changed ?? {
      method: entry.compressionMethod,
      crc: entry.crc32,
      packed: entry.compressedSize,
      size: entry.uncompressedSize,
    }
    const name = Buffer.from(entry.fileName)
    const local = header(part, name, undefined)
    yield local
    if (changed) yield changed.bytes
    else yield* await zip.openReadStreamPromise(entry, { decodeFileData: false })
    directory.push(header(part, name, offset))
    offset += local.length + part.packed
  }
  const bytes = Buffer.concat(directory)
  yield bytes
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(bytes.length, 12)
  end.writeUInt32LE(offset, 16)
  yield end
}

async function changedPart(zip: ZipFile, entry: Entry) {
  if (!/\.(rels|svg)$/i.test(entry.fileName)) return undefined
  const { links, clean } = linksOutside(entry.fileName, await readText(zip, entry))
  if (links === 0) return undefined
  const text = Buffer.from(clean)
  const bytes = deflateRawSync(text)
  return { method: 8, crc: crc32(text), packed: bytes.length, size: text.length, bytes }
}

/** The header before a part, or with an offset its line in the directory. At most 1 GB, so 32 bits are enough. */
function header(
  part: { method: number; crc: number; packed: number; size: number },
  name: Buffer,
  offset?: number,
): Buffer {
  const inDirectory = offset !== undefined
  const bytes = Buffer.alloc(inDirectory ? 46 : 30)
  let at = bytes.writeUInt32LE(inDirectory ? 0x02014b50 : 0x04034b50, 0)
  if (inDirectory) at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(0x0800, at) // names in UTF-8
  at = bytes.writeUInt16LE(part.method, at)
  at = bytes.writeUInt32LE(0x00210000, at) // midnight of 1 January 1980, the first that the format knows
  at = bytes.writeUInt32LE(part.crc, at)
  at = bytes.writeUInt32LE(part.packed, at)
  at = bytes.writeUInt32LE(part.size, at)
  bytes.writeUInt16LE(name.length, at)
  if (inDirectory) bytes.writeUInt32LE(offset, 42)
  return Buffer.concat([bytes, name])
}
