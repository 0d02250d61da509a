import type { Entry, ZipFile } from 'yauzl'
import type { SlideHold } from '#features/room/deck/rules.ts'
import { DeckRefused } from './refused.ts'
import { readXml, type Tag } from './xml.ts'
import { unpack } from './zip.ts'

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
  /** Files that were checked by an earlier version lack these. */
  readonly holds?: readonly SlideHold[]
  readonly fonts?: readonly string[]
}

/**
 * The slide of each page, from 0. A converter may leave out hidden slides. When the number of pages matches neither all
 * slides nor the visible ones, the assignment is unknown, and no notes are better than wrong ones.
 */
export function slidesOfPages(slides: readonly SlideNotes[], pages: number): readonly SlideNotes[] {
  const visible = slides.filter(slide => !slide.hidden)
  return visible.length === pages ? visible : slides.length === pages ? slides : []
}

/** Whether the outermost element of a slide says that it is not shown. */
export const isHidden = (slide: Tag): boolean => ['0', 'false'].includes(slide.attributes['show']?.value ?? '')

/** The words in a notes page's own frame, without the slide's number, header and date; none where it cannot be read. */
export async function wordsOfNotes(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > LONGEST_PART) return ''
  const written: string[] = []
  let words: string[] = []
  let isBody = false
  let isText = false
  try {
    await readXml(unpack(zip, entry), {
      open({ local, attributes }) {
        if (local === 'sp') {
          words = []
          isBody = false
        } else if (local === 'ph') isBody ||= attributes['type']?.value === 'body'
        else if (local === 'br') words.push('\n')
        isText = local === 't'
      },
      text(text) {
        if (isText) words.push(text)
      },
      close({ local }) {
        isText = false
        if (local === 'p') words.push('\n')
        else if (local === 'sp' && isBody) written.push(words.join(''))
      },
    })
  } catch (error) {
    if (error instanceof DeckRefused) return ''
    throw error
  }
  return tidy(written.join('\n'))
}

const tidy = (text: string) =>
  text
    .replace(/\r\n?|\u2028|\u2029|\v/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a database takes no zeros, and nobody reads the others
    .replace(/[\u0000-\u0008\u000e-\u001f]/g, '')
    .trim()
    .slice(0, NOTES_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
