// Tries every file of a folder as a deck, without a server: node scripts/try-decks.ts <folder> [folder for the pages]
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type DeckType, deckTypeOf } from '#features/room/deck/rules.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import { isolationHere } from '#features/room/deck/server/convert/isolation.ts'
import { convertStatus, convertToPdf, pdfIn } from '#features/room/deck/server/convert/office.ts'
import { check, clean, draw } from '#features/room/deck/server/convert/work.ts'

const limits = { seconds: 120, memoryMb: 2048 }

/** The result for a file, in one line. */
async function tryDeck(file: string, keep: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-try-'))
  const began = performance.now()
  const ms = () => `${Math.round(performance.now() - began)} ms`
  try {
    const { type, notes } = await check(file, folder)
    const checked = ms()
    await mkdir(join(folder, 'in'))
    const original = join(folder, 'in', `deck.${type}`)
    if (notes.length) await clean(file, original, folder)
    else await copyFile(file, original)
    const { pages, firstMs, characters } = await makePages(
      folder,
      original,
      type,
      began,
      keep && join(keep, basename(file)),
    )
    return `${type}: ${pages} pages in ${ms()} (checked ${checked}, first page ${firstMs} ms), ${characters} characters of text ${notes.join(' ')}`
  } catch (error) {
    if (!(error instanceof DeckRefused)) throw error
    return `${error.failure} after ${ms()}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makePages(folder: string, original: string, type: DeckType, began: number, keep: string | undefined) {
  if (type !== 'pdf') await convertToPdf(folder, type, limits)
  const pdf = type === 'pdf' ? original : pdfIn(folder)
  const target = keep ?? folder
  await mkdir(target, { recursive: true })
  let firstMs = 0
  let characters = 0
  let pages = 0
  await draw(pdf, target, {
    seconds: limits.seconds,
    mustShow: type !== 'pdf',
    counted: () => {},
    drawn: page => {
      if (page.number === 1) firstMs = Math.round(performance.now() - began)
      characters += page.text.length
      pages++
    },
  })
  return { pages, firstMs, characters }
}

const [folder, keep] = process.argv.slice(2)
if (!folder || !(await stat(folder)).isDirectory())
  throw new Error('usage: node scripts/try-decks.ts <folder> [folder for the pages]')
console.log(`converter: ${await convertStatus()}; isolation: ${await isolationHere()}`)
for (const name of (await readdir(folder)).sort()) {
  if (deckTypeOf(name)) console.log(`${name.padEnd(50)} ${await tryDeck(join(folder, name), keep)}`)
}
