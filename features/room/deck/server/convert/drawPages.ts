import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { MAX_DECK_PAGES, MAX_PAGE_HEIGHT, type PageSize, pageWidths } from '#features/room/deck/rules.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import { openPdf, type PdfPage, type Picture, preparePdfium } from './pdfium.ts'

/** A page whose pictures are in the folder. */
export interface DrawnPage {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly text: string
  /** Of a single color and without text. */
  readonly blank: boolean
  /** Words stand beyond its edges. */
  readonly overflows: boolean
  readonly files: Readonly<Record<PageSize, string>>
}

/** Pages that are encoded while the next is drawn: uses both cores and limits memory to a few pictures. */
const AT_ONCE = 3
// A slide at 1920 wide: JPEG 6 ms and 110 kB, with better tables 16 ms and 94 kB; WebP at its fastest 32 ms and 56 kB.
const jpeg = { quality: 82, optimiseCoding: false } as const

sharp.concurrency(1) // one thread for a picture; several pictures at once fill the cores better
sharp.cache(false)

/** Prepares PDFium, then waits for a PDF that another program is making. */
export async function waitForPdf(path: string): Promise<void> {
  await preparePdfium()
  while (!existsSync(path)) await sleep(5)
}

/** Draws every page of a PDF into a folder, in their order; `counted` first gets the number of pages. */
export async function drawPages(
  path: string,
  folder: string,
  counted: (pages: number) => void,
  drawn: (page: DrawnPage) => void,
): Promise<void> {
  const file = await open(path, 'r')
  try {
    const pdf = await openPdf(file.fd, (await file.stat()).size)
    if (pdf.pages === 0) throw new DeckRefused('DeckEmpty')
    if (pdf.pages > MAX_DECK_PAGES) throw new DeckRefused('DeckTooManyPages', `${pdf.pages} pages`)
    counted(pdf.pages)
    const encoding = new Set<Promise<void>>()
    for (let index = 0; index < pdf.pages; index++) {
      const { picture, text, overflows } = drawPage(pdf.page(index))
      const encoded = encode(picture, folder, index + 1).then(({ files, plain }) => {
        encoding.delete(encoded)
        const { width, height } = picture
        drawn({ number: index + 1, width, height, text, blank: plain && text === '', overflows, files })
      })
      encoding.add(encoded)
      if (encoding.size >= AT_ONCE) await Promise.race(encoding)
      else await new Promise(setImmediate) // lets finished pages be reported at once
    }
    await Promise.all(encoding)
  } finally {
    await file.close()
  }
}

function drawPage(page: PdfPage | undefined): { picture: Picture; text: string; overflows: boolean } {
  if (!page) throw new DeckRefused('DeckDamaged', 'a page cannot be read')
  try {
    const { width, height } = sizeOf(page)
    return { picture: page.draw(width, height), text: page.text(), overflows: page.overflows() }
  } finally {
    page.close()
  }
}

/** The width of the largest picture, limited by the greatest useful height. */
function sizeOf({ width, height }: PdfPage): { width: number; height: number } {
  if (!(width > 0 && height > 0)) throw new DeckRefused('DeckDamaged', 'a page without a size')
  const scale = Math.min(pageWidths.large / width, MAX_PAGE_HEIGHT / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function encode(picture: Picture, folder: string, number: number) {
  const fileOf = (size: PageSize) => join(folder, `${number}-${size}.jpg`)
  const files = { large: fileOf('large'), medium: fileOf('medium'), thumb: fileOf('thumb') }
  const share = picture.width / pageWidths.large
  const medium = await shrink(picture, Math.max(1, Math.round(pageWidths.medium * share)))
  await Promise.all([
    image(picture).jpeg(jpeg).toFile(files.large),
    image(medium).jpeg(jpeg).toFile(files.medium),
    image(medium)
      .resize(Math.max(1, Math.round(pageWidths.thumb * share)))
      .jpeg(jpeg)
      .toFile(files.thumb),
  ])
  return { files, plain: isPlain(medium) }
}

/** Whether all pixels have the same color. */
const isPlain = ({ data }: Picture) => data.every((byte, index) => byte === data[index % 3])

const image = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: 3 } })

async function shrink(picture: Picture, width: number): Promise<Picture> {
  const { data, info } = await image(picture).resize(width).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
