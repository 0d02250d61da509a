import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DeckFile } from '#features/room/deck/contract.ts'
import { pageWidths } from '#features/room/deck/rules.ts'
import { makePdf, makeRichPptx } from '#testing/decks.ts'
import { beginUpload, median, startBenchConsole, waitForFile } from './console.ts'
import type { Figure } from './run.ts'

const RUNS = 5
const SLIDES = 40
const run = promisify(execFile)

/** F5: from the end of the upload to the last page in three sizes with its text, beside LibreOffice and pdftoppm alone. */
async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-f5-'))
  const console = await startBenchConsole()
  try {
    const deck = await makeRichPptx(SLIDES)
    await writeFile(join(folder, 'deck.pptx'), deck)
    const pdfs = [10, 350].map(async pages => ({ pages, bytes: await makePdf(pages) }))
    const ready = (file: DeckFile) => file.status === 'ready'
    const visible = (file: DeckFile) => file.pages_ready > 0
    const ours: number[] = []
    const theirs: number[] = []
    const first = new Map<number, number[]>()
    for (let n = 0; n < RUNS; n++) {
      theirs.push(await alone(folder))
      ours.push(await upload(console, `deck${n}.pptx`, deck, ready))
      for (const { pages, bytes } of await Promise.all(pdfs)) {
        first.set(pages, [...(first.get(pages) ?? []), await upload(console, `deck${n}.pdf`, bytes, visible)])
      }
    }
    const [a, b] = [median(ours), median(theirs)]
    return [
      {
        id: 'F5a',
        work: `pptx of ${SLIDES} slides: upload ended to last page ready`,
        ...{ ours: a, yardstick: b, unit: 'ms', ratio: a / b },
        reach: 'at most 1.1 times soffice and pdftoppm',
        met: a <= b * 1.1,
      },
      ...[...first].map(([pages, times], index) => ({
        id: `F5${'bc'[index]}`,
        work: `PDF of ${pages} pages: upload ended to first page visible`,
        ...{ ours: median(times), yardstick: null, unit: 'ms', ratio: null },
        reach: 'at most 1000 ms',
        met: median(times) <= 1000,
      })),
    ]
  } finally {
    await console.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds from the last byte sent to the requested state. */
async function upload(
  console: { url: string; token: string },
  name: string,
  bytes: Buffer,
  enough: (file: DeckFile) => boolean,
): Promise<number> {
  const address = await beginUpload(console, name, bytes.length)
  const began = performance.now()
  const answer = await fetch(address, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${console.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new Uint8Array(bytes),
  })
  if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
  await waitForFile(console, address, enough)
  const ms = performance.now() - began
  // The next measurement needs the machine for itself.
  await waitForFile(console, address, file => file.status === 'ready')
  return ms
}

/** The same pages by hand: one size, no text, nothing stored. */
async function alone(folder: string): Promise<number> {
  const began = performance.now()
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'deck.pptx')])
  const size = ['-scale-to-x', String(pageWidths.large), '-scale-to-y', '-1']
  await run('pdftoppm', ['-jpeg', ...size, join(folder, 'deck.pdf'), join(folder, 'page')])
  return performance.now() - began
}

export { measure as run }
