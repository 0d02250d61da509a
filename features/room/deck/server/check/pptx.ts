import type { Entry, ZipFile } from 'yauzl'
import { type DeckNote, MAX_DECK_PAGES } from '#features/room/deck/rules.ts'
import { linksOutside } from './links.ts'
import { DeckRefused } from './refused.ts'
import { isMarkup, openZip, readText, unpack } from './zip.ts'

export interface PptxChecked {
  /** Slides, hidden ones included. */
  readonly slides: number
  readonly notes: DeckNote[]
}

const presentation = /presentationml\.(presentation|slideshow|template)\.main\+xml/
const withMacros = /ms-powerpoint\.(presentation|slideshow|template|addin)\.macroEnabled/i

/** Checks every part of a .pptx: its type, its unpacked size, and links and macros. */
export async function checkPptx(path: string, fileSize: number): Promise<PptxChecked> {
  const { zip, entries } = await openZip(path, fileSize)
  try {
    const types = entries.get('[content_types].xml')
    if (!types) throw new DeckRefused('DeckTypeNotAllowed', 'a zip, but no Office file')
    const contentTypes = await readText(zip, types)
    if (
      withMacros.test(contentTypes) ||
      [...entries.keys()].some(name => /(^|\/)vba(project|data)\.(bin|xml)$/.test(name))
    )
      throw new DeckRefused('DeckHasMacros')
    if (!presentation.test(contentTypes)) throw new DeckRefused('DeckTypeNotAllowed', 'an Office file of another kind')
    const slides = await countSlides(zip, entries)
    let links = 0
    for (const entry of entries.values()) links += await checkPart(zip, entry)
    return { slides, notes: links > 0 ? ['linksLeftOut'] : [] }
  } finally {
    zip.close()
  }
}

async function countSlides(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<number> {
  const part = entries.get('ppt/presentation.xml')
  if (!part) throw new DeckRefused('DeckDamaged', 'no ppt/presentation.xml')
  // sections list the slides again, without a relationship id
  const slides = (await readText(zip, part)).match(/<(?:[\w.-]{1,32}:)?sldId\s[^>]{0,1000}?[\w.-]:id\s*=/g)?.length ?? 0
  if (slides === 0) throw new DeckRefused('DeckEmpty')
  if (slides > MAX_DECK_PAGES) throw new DeckRefused('DeckTooManyPages', `${slides} slides`)
  return slides
}

/** Reads a part to its end, which reveals a false size; answers the number of links to the outside. */
async function checkPart(zip: ZipFile, entry: Entry): Promise<number> {
  const name = entry.fileName
  if (/\.(rels|svg)$/i.test(name)) {
    const text = await readText(zip, entry)
    refuseEntities(Buffer.from(text))
    return linksOutside(name, text).links
  }
  // an uncompressed part cannot be longer than the file
  if (!isMarkup(name) && entry.compressionMethod === 0) return 0
  let tail = Buffer.alloc(0)
  for await (const chunk of unpack(zip, entry)) {
    if (!isMarkup(name)) continue
    const joined = Buffer.concat([tail, chunk])
    refuseEntities(joined)
    tail = joined.subarray(-64)
  }
  return 0
}

const forbidden = ['<!DOCTYPE', '<!ENTITY'].flatMap(word => [
  Buffer.from(word),
  Buffer.from(word, 'utf16le'),
  Buffer.from(word, 'utf16le').swap16(),
])

/** Refuses a document type: Office never writes one, and entities serve to exhaust memory or read files. */
function refuseEntities(markup: Buffer): void {
  if (forbidden.some(word => markup.includes(word))) throw new DeckRefused('DeckHostile', 'a document type in a part')
}
