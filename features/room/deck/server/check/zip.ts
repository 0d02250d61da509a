import { createReadStream } from 'node:fs'
import { type Entry, fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { DeckRefused } from './refused.ts'

/** A deck of 300 slides has some 2,000 parts. Sizes are unpacked, in bytes. */
const limits = { entries: 20_000, total: 4 * 1024 ** 3, part: 1024 ** 3, markup: 128 * 1024 ** 2 }
/** Markup compresses to a twentieth and pictures hardly at all; a higher ratio means a zip bomb. */
const bomb = { ratio: 120, above: 128 * 1024 ** 2 }

export const isMarkup = (name: string) => /\.(xml|rels|vml|svg)$/i.test(name)

/** Opens a zip and reads its directory; refuses a zip bomb. */
export async function openZip(path: string, fileSize: number): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await openDirectory(path, fileSize).catch(error => {
    throw asRefused(error)
  })
  try {
    if (zip.entryCount > limits.entries) throw new DeckRefused('DeckHostile', `${zip.entryCount} parts`)
    const entries = new Map<string, Entry>()
    let packed = 0
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new DeckRefused('DeckEncrypted')
      if (!entry.canDecodeFileData()) throw new DeckRefused('DeckDamaged', 'unknown compression')
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      const most = isMarkup(entry.fileName) ? limits.markup : limits.part
      if (entry.uncompressedSize > most) throw new DeckRefused('DeckHostile', `${entry.fileName} is too large`)
      // of two parts with one name, the converter may take the one that was not checked
      const name = entry.fileName.toLowerCase()
      if (entries.has(name)) throw new DeckRefused('DeckHostile', `${entry.fileName} twice`)
      entries.set(name, entry)
    }
    const explodes = unpacked > bomb.above && unpacked > bomb.ratio * packed
    // Parts that overlap in the file are counted more than once.
    if (unpacked > limits.total || explodes || packed > fileSize)
      throw new DeckRefused('DeckHostile', `${packed} bytes become ${unpacked}`)
    return { zip, entries }
  } catch (error) {
    zip.close()
    throw asRefused(error)
  }
}

const END = Buffer.from('504b0506', 'hex')
/** The end record without its comment, and the longest comment. */
const endBytes = { fixed: 22, comment: 65_535 }

/**
 * PowerPoint and LibreOffice ignore what follows the end record, such as a newline that a mail program has added. yauzl
 * expects nothing after it, so it reads the file up to there.
 */
async function openDirectory(path: string, fileSize: number): Promise<ZipFile> {
  const end = await endOfZip(path, fileSize)
  const options = { autoClose: false }
  return end < fileSize ? fromRandomAccessReaderPromise(new FileReader(path), end, options) : openPromise(path, options)
}

/** Where the zip ends: after the last end record whose comment fits into the file. */
async function endOfZip(path: string, fileSize: number): Promise<number> {
  const length = Math.min(fileSize, endBytes.fixed + endBytes.comment)
  const tail = Buffer.concat(await createReadStream(path, { start: fileSize - length }).toArray())
  for (let at = tail.lastIndexOf(END); at >= 0; at = at > 0 ? tail.lastIndexOf(END, at - 1) : -1) {
    if (at + endBytes.fixed > length) continue
    const end = at + endBytes.fixed + tail.readUInt16LE(at + 20)
    if (end <= length) return fileSize - length + end
  }
  return fileSize
}

/** Reads ranges of a file, each by a stream that closes itself. */
class FileReader extends RandomAccessReader {
  readonly #path: string
  constructor(path: string) {
    super()
    this.#path = path
  }
  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

/** A part's unpacked bytes; yauzl stops a part that is longer than its directory entry says. */
export async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw asRefused(error)
  }
}

/** Whatever goes wrong in reading a zip means that it is damaged. */
const asRefused = (error: unknown) =>
  error instanceof DeckRefused
    ? error
    : new DeckRefused(/encryption/.test(String(error)) ? 'DeckEncrypted' : 'DeckDamaged', String(error))
