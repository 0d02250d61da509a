import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DeckRefused } from './refused.ts'

/** A start tag with resolved namespaces. */
export type Tag = SaxesTagNS

/** Receives a document's tags and text in order, with entities replaced and without comments and instructions. */
export interface XmlReader {
  open(tag: Tag): void
  close?(tag: Tag): void
  text?(text: string): void
}

/** Real markup is nested some 60 levels deep, and many readers recurse for each level. */
const DEEPEST = 256
/** The declared encodings that are accepted for UTF-8, and for UTF-16 with a byte order mark. */
const encodings = { narrow: ['utf-8', 'utf8', 'us-ascii', 'ascii'], wide: ['utf-16', 'utf-16le', 'utf-16be'] }

/**
 * Parses markup, one step for each chunk. Only UTF-8 and UTF-16 are accepted, as the package format requires, no entities
 * but XML's own five, and no document type.
 * @throws {DeckRefused} DeckDamaged when it is not well-formed, DeckHostile for what only an attacker writes
 */
export async function* readXmlStepwise(bytes: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  let allowed: readonly string[] = encodings.narrow
  let depth = 0
  parser.on('error', error => {
    throw new DeckRefused('DeckDamaged', error.message)
  })
  parser.on('doctype', () => {
    throw new DeckRefused('DeckHostile', 'a document type in a part')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !allowed.includes(encoding.toLowerCase()))
      throw new DeckRefused('DeckDamaged', `markup in ${encoding}`)
  })
  parser.on('opentag', tag => {
    if (++depth > DEEPEST) throw new DeckRefused('DeckHostile', 'markup nested too deep')
    reader.open(tag)
  })
  parser.on('closetag', tag => {
    depth--
    reader.close?.(tag)
  })
  parser.on('text', text => reader.text?.(text))
  parser.on('cdata', text => reader.text?.(text))
  for await (const text of decoded(bytes, () => (allowed = encodings.wide))) {
    parser.write(text)
    yield
  }
  parser.close()
  yield
}

/** Parses markup to its end. */
export async function readXml(bytes: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const _step of readXmlStepwise(bytes, reader));
}

/** Decodes UTF-16 with a byte order mark, and everything else as UTF-8; invalid bytes refuse the file. */
async function* decoded(bytes: AsyncIterable<Buffer>, isWide: () => void): AsyncGenerator<string> {
  let head: Buffer = Buffer.alloc(0)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const read = (piece?: Buffer) => {
    try {
      return decoder?.decode(piece, { stream: piece !== undefined }) ?? ''
    } catch {
      throw new DeckRefused('DeckDamaged', `markup that is not ${decoder?.encoding}`)
    }
  }
  for await (const chunk of bytes) {
    head = decoder ? chunk : Buffer.concat([head, chunk])
    if (!decoder && head.length >= 2) {
      const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[head.toString('hex', 0, 2)] ?? 'utf-8'
      if (encoding !== 'utf-8') isWide()
      decoder = new TextDecoder(encoding, { fatal: true })
    }
    if (decoder) yield read(head)
  }
  yield read()
}

const marks: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  // a parser turns literal white space in attributes into spaces
  ...{ '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
}
/** Escapes text for an attribute in double quotes. */
export const attributeText = (text: string): string => text.replace(/[&<>"\t\n\r]/g, sign => marks[sign] ?? sign)
/** Escapes text between tags. */
export const elementText = (text: string): string => text.replace(/[&<>\r]/g, sign => marks[sign] ?? sign)
