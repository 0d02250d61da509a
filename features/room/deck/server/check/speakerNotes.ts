import { posix } from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { relationshipsOf, textOfXml } from './links.ts'
import { openZip, readText, unpack } from './zip.ts'

/** The longest notes of a slide, in characters; longer ones are cut. */
export const NOTES_LENGTH = 20_000
/** The largest part that is read for notes, in bytes; PowerPoint's own have a few thousand. */
const LONGEST_PART = 2 * 1024 ** 2

/** The speaker notes of one slide. */
export interface SlideNotes {
  /** Among all slides of the file, from 1. */
  readonly slide: number
  /** A hidden slide becomes no page. */
  readonly hidden: boolean
  readonly text: string
}

/** The speaker notes of a .pptx, slide after slide in the order in which they are shown. */
export async function* readSpeakerNotes(path: string, fileSize: number): AsyncGenerator<SlideNotes> {
  const { zip, entries } = await openZip(path, fileSize)
  try {
    const parts: Parts = { zip, entries }
    const main = 'ppt/presentation.xml'
    const order = [...(await textOf(parts, main)).matchAll(slideInOrder)].map(([, id]) => id ?? '')
    const slides = await linksOf(parts, main)
    let number = 0
    for (const id of order) {
      const slide = slides.find(link => link.id === id)?.part ?? ''
      const notes = (await linksOf(parts, slide)).find(link => link.type.endsWith('/notesSlide'))
      const text = notes ? wordsOf(await textOf(parts, notes.part)) : ''
      yield { slide: ++number, hidden: await isHidden(parts, slide), text }
    }
  } finally {
    zip.close()
  }
}

/**
 * The notes of each page, from 0. A converter may leave out hidden slides. When the number of pages matches neither all
 * slides nor the visible ones, the assignment is unknown, and no notes are better than wrong ones.
 */
export function notesOfPages(slides: readonly SlideNotes[], pages: number): readonly string[] {
  const visible = slides.filter(slide => !slide.hidden)
  const shown = visible.length === pages ? visible : slides.length === pages ? slides : []
  return shown.map(slide => slide.text)
}

interface Parts {
  readonly zip: ZipFile
  readonly entries: ReadonlyMap<string, Entry>
}

const slideInOrder = /<(?:[\w.-]{1,32}:)?sldId\s[^>]{0,1000}?\b[\w.-]{1,32}:id\s*=\s*["']([^"'<>]{1,200})["']/g

/** A part's text; empty for a missing part or one that is too large for notes. */
async function textOf({ zip, entries }: Parts, name: string): Promise<string> {
  const entry = entries.get(name.toLowerCase())
  return entry && entry.uncompressedSize <= LONGEST_PART ? readText(zip, entry) : ''
}

/** What a part refers to within the file. */
async function linksOf(parts: Parts, name: string): Promise<{ id: string; type: string; part: string }[]> {
  const folder = posix.dirname(name)
  const found = relationshipsOf(await textOf(parts, posix.join(folder, '_rels', `${posix.basename(name)}.rels`)))
  return found.map(({ Id = '', Type = '', Target = '' }) => {
    const part = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
    return { id: Id, type: Type, part }
  })
}

/** Reads only the beginning of a slide's part, since the rest may be large. */
async function isHidden({ zip, entries }: Parts, name: string): Promise<boolean> {
  const entry = entries.get(name.toLowerCase())
  if (!entry) return false
  let head = ''
  for await (const chunk of unpack(zip, entry)) {
    head += chunk.toString('utf8')
    if (head.length > 8192) break
  }
  return /<(?:[\w.-]{1,32}:)?sld\s[^>]{0,4000}?\bshow\s*=\s*["'](?:0|false)["']/.test(head)
}

const shape = /<(?:[\w.-]{1,32}:)?sp[\s>]/
const shapeEnd = /<\/(?:[\w.-]{1,32}:)?sp\s*>/
const isBody = /<(?:[\w.-]{1,32}:)?ph\s[^>]{0,500}?\btype\s*=\s*["']body["']/
const piece = /<(?:[\w.-]{1,32}:)?(?:t(?:\s[^>]{0,500})?>([^<]*)<|(br)[\s/>])|<\/(?:[\w.-]{1,32}:)?(p)\s*>/g

/** The text of the notes' own frame, without the slide's number, header and date. */
function wordsOf(xml: string): string {
  const written = xml
    .split(shape)
    .slice(1)
    .map(one => one.split(shapeEnd, 1)[0] ?? '')
    .filter(one => isBody.test(one))
    .map(one => [...one.matchAll(piece)].map(([, text]) => (text === undefined ? '\n' : textOfXml(text))).join(''))
    .join('\n')
  return (
    written
      .replace(/\r\n?|\u2028|\u2029|\v/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a database accepts no zeros, and the others are not readable
      .replace(/[\u0000-\u0008\u000e-\u001f]/g, '')
      .trim()
      .slice(0, NOTES_LENGTH)
      .replace(/[\ud800-\udbff]$/, '')
  )
}
