import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { DeckRefused } from './refused.ts'

const STORED = 0
const DEFLATED = 8
/** Sizes and places are numbers of 32 bits. */
const LARGEST = 0xffff_fffe
const MOST_PARTS = 0xfffe
const HEADER_BYTES = 30

export type Bytes = Iterable<Buffer | string> | AsyncIterable<Buffer | string>

/** Writes a zip part after part, with nothing in it but names, sizes, checksums and bytes. */
export interface ZipWriter {
  /** Adds a part; `pack` for one that is not packed by its own format. */
  add(name: string, bytes: Bytes, pack: boolean): Promise<void>
  /** Writes the directory. */
  end(): Promise<void>
  close(): Promise<void>
}

interface Part {
  readonly name: Buffer
  readonly method: number
  readonly offset: number
  crc: number
  packed: number
  size: number
}

export async function createZip(path: string): Promise<ZipWriter> {
  const file = await open(path, 'w')
  const parts: Part[] = []
  let offset = 0
  return {
    async add(name, bytes, pack) {
      const method = pack ? DEFLATED : STORED
      const part: Part = { name: Buffer.from(name), method, offset, crc: 0, packed: 0, size: 0 }
      const start = offset + HEADER_BYTES + part.name.length
      await writeBody(file, part, start, bytes)
      // Sizes and checksum are known only now.
      await file.write(header(part, false), 0, HEADER_BYTES + part.name.length, offset)
      offset = start + part.packed
      parts.push(part)
      if (offset > LARGEST || part.size > LARGEST || parts.length > MOST_PARTS)
        throw new DeckRefused('DeckTooComplex', 'larger than a zip can be')
    },
    async end() {
      const directory = Buffer.concat(parts.map(part => header(part, true)))
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(parts.length, 8)
      end.writeUInt16LE(parts.length, 10)
      end.writeUInt32LE(directory.length, 12)
      end.writeUInt32LE(offset, 16)
      await file.write(Buffer.concat([directory, end]), 0, directory.length + end.length, offset)
    },
    close: () => file.close(),
  }
}

async function writeBody(file: FileHandle, part: Part, start: number, bytes: Bytes): Promise<void> {
  async function* counted() {
    for await (const chunk of bytes) {
      const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      part.crc = crc32(piece, part.crc)
      part.size += piece.length
      yield piece
    }
  }
  const keep = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      await file.write(piece, 0, piece.length, start + part.packed)
      part.packed += piece.length
    }
  }
  // The fastest level: the file is read once, on this machine, and removed.
  if (part.method === DEFLATED) await pipeline(counted, createDeflateRaw({ level: constants.Z_BEST_SPEED }), keep)
  else await keep(counted())
}

/** The header before a part, or its line in the directory. */
function header({ name, method, offset, crc, packed, size }: Part, inDirectory: boolean): Buffer {
  const bytes = Buffer.alloc(inDirectory ? 46 : HEADER_BYTES)
  let at = bytes.writeUInt32LE(inDirectory ? 0x02014b50 : 0x04034b50, 0)
  if (inDirectory) at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(0x0800, at) // names in UTF-8
  at = bytes.writeUInt16LE(method, at)
  at = bytes.writeUInt32LE(0x00210000, at) // midnight of 1 January 1980, the first that the format knows
  at = bytes.writeUInt32LE(crc, at)
  at = bytes.writeUInt32LE(packed, at)
  at = bytes.writeUInt32LE(size, at)
  bytes.writeUInt16LE(name.length, at)
  if (inDirectory) bytes.writeUInt32LE(offset, 42)
  return Buffer.concat([bytes, name])
}
