// Tries every file of a folder as a deck, without a server:
//   node scripts/try-decks.ts <folder> [--keep folder for the pages] [--check] [--compare] [--report file]
// --check ends with the check and converts nothing.
// --compare converts each Office file as it is as well, and says of every page how much of it looks different from what
// was written anew. --report writes what came of each file as a line of JSON.
import { appendFile, copyFile, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DeckType, deckTypeOf } from '#features/room/deck/rules.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import { isolationHere } from '#features/room/deck/server/convert/isolation.ts'
import { convertStatus, convertToPdf, pdfIn } from '#features/room/deck/server/convert/office.ts'
import { openPdf } from '#features/room/deck/server/convert/pdfium.ts'
import { check, draw } from '#features/room/deck/server/convert/work.ts'

const limits = { seconds: 120, memoryMb: 2048, mayExposeServer: false }
/** Pages are compared at this width, in pixels. */
const COMPARED_WIDTH = 640

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string' },
    check: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})

interface Tried {
  readonly file: string
  readonly type?: DeckType
  readonly failure?: string
  /** What the server's log says of the failure. */
  readonly detail?: string
  readonly milliseconds?: number
  readonly checkMilliseconds?: number
  readonly pages?: number
  readonly notes?: readonly string[]
  /** Of each page that looks different, its number and the share of its pixels. */
  readonly different?: readonly (readonly [number, number])[]
}

async function tryDeck(file: string): Promise<Tried> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-try-'))
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  const tried = { file: basename(file) }
  try {
    const { type, notes } = await check(file, join(folder, 'anew'), folder)
    const checkMilliseconds = ms()
    if (values.check) return { ...tried, type, notes, checkMilliseconds, milliseconds: checkMilliseconds }
    const pdf = type === 'pdf' ? file : await convert(join(folder, 'new'), join(folder, 'anew'), type)
    const pages = await drawAll(pdf, values.keep ? join(values.keep, basename(file)) : folder, type !== 'pdf')
    const milliseconds = ms()
    const different =
      values.compare && type !== 'pdf' ? await compare(await convert(join(folder, 'old'), file, type), pdf) : undefined
    return { ...tried, type, notes, pages, checkMilliseconds, milliseconds, ...(different ? { different } : {}) }
  } catch (error) {
    if (!(error instanceof DeckRefused)) throw error
    return { ...tried, failure: error.failure, detail: error.message.slice(0, 200), milliseconds: ms() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convert(folder: string, source: string, type: 'ppt' | 'pptx'): Promise<string> {
  await mkdir(join(folder, 'in'), { recursive: true })
  await copyFile(source, join(folder, 'in', `deck.${type}`))
  await convertToPdf(folder, type, limits)
  return pdfIn(folder)
}

async function drawAll(pdf: string, target: string, mustShow: boolean): Promise<number> {
  await mkdir(target, { recursive: true })
  let pages = 0
  await draw(pdf, target, { seconds: limits.seconds, mustShow, counted: n => (pages = n), drawn: () => {} })
  return pages
}

async function compare(one: string, other: string): Promise<[number, number][]> {
  const [before, after] = [await pdfOf(one), await pdfOf(other)]
  const different: [number, number][] = []
  for (let index = 0; index < Math.max(before.pdf.pages, after.pdf.pages); index++) {
    const [a, b] = [pictureOf(before.pdf, index), pictureOf(after.pdf, index)]
    const share = a && b && a.length === b.length ? shareOf(a, b) : 1
    if (share > 0) different.push([index + 1, Number(share.toFixed(5))])
  }
  await before.close()
  await after.close()
  return different
}

async function pdfOf(path: string) {
  const file = await open(path, 'r')
  return { pdf: await openPdf(file.fd, (await file.stat()).size), close: () => file.close() }
}

function pictureOf(pdf: Awaited<ReturnType<typeof openPdf>>, index: number): Uint8Array | undefined {
  const page = index < pdf.pages ? pdf.page(index) : undefined
  if (!page) return undefined
  const { data } = page.draw(COMPARED_WIDTH, Math.max(1, Math.round((COMPARED_WIDTH * page.height) / page.width)))
  page.close()
  return data
}

/** How many of the pixels are not the same. */
function shareOf(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let at = 0; at < a.length; at += 3)
    if (a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2]) count++
  return count / (a.length / 3)
}

function lineOf({
  file,
  type,
  failure,
  detail,
  pages,
  notes,
  milliseconds,
  checkMilliseconds,
  different,
}: Tried): string {
  if (failure) return `${file.padEnd(50)} ${detail} after ${milliseconds} ms`
  const looks = different
    ? different.length > 0
      ? `, different ${JSON.stringify(different)}`
      : ', looks the same'
    : ''
  const times = `${milliseconds} ms (checked ${checkMilliseconds} ms)`
  return `${file.padEnd(50)} ${type}: ${pages} pages in ${times} ${notes?.join(' ')}${looks}`
}

const [folder] = positionals
if (!folder || !(await stat(folder)).isDirectory())
  throw new Error('usage: node scripts/try-decks.ts <folder> [--keep folder] [--check] [--compare] [--report file]')
const status = await convertStatus({ convertMayExposeServer: limits.mayExposeServer })
console.log(`converter: ${status}; isolation: ${await isolationHere()}`)
for (const name of (await readdir(folder)).sort()) {
  if (!deckTypeOf(name)) continue
  const tried = await tryDeck(join(folder, name))
  console.log(lineOf(tried))
  if (values.report) await appendFile(values.report, `${JSON.stringify(tried)}\n`)
}
