import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Checked } from '#features/room/deck/server/check/checkFile.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import type { SlideNotes } from '#features/room/deck/server/check/speakerNotes.ts'
import type { DrawnPage } from './drawPages.ts'
import { isolationHere } from './isolation.ts'
import { type Ended, runLimited } from './limited.ts'
import type { Said } from './worker.ts'

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** The worker never holds more than this; the kernel's limit also counts what the engine reserves and does not use. */
const residentMb = 512
const memoryMb = 1400

interface Work {
  readonly seconds: number
  readonly cwd: string
  readonly signal?: AbortSignal | undefined
  readonly heard?: (said: Said) => void
}

/**
 * Checks a file and rewrites a .pptx or .ppt at `target`, in a folder that nothing else uses.
 * @throws {DeckRefused} with the reason
 */
export async function check(path: string, target: string, cwd: string): Promise<Checked> {
  let checked: Omit<Checked, 'spoken'> | undefined
  const spoken: SlideNotes[] = []
  const heard = (said: Said) => {
    if ('checked' in said) checked = said.checked
    if ('noted' in said) spoken.push(said.noted)
  }
  const { size } = await stat(path)
  await work(['check', path, target], { seconds: checkSeconds(size), cwd, heard })
  if (!checked) throw new DeckRefused('DeckTooComplex', 'the check said nothing')
  return { ...checked, spoken }
}

/** The time limit of a check: most need half a second, and a gigabyte of pictures half a minute. */
const checkSeconds = (bytes: number) => 15 + Math.ceil(bytes / (16 * 1024 ** 2))

interface Drawing {
  readonly seconds: number
  /** The time limit of a page. */
  readonly pageSeconds?: number
  readonly signal?: AbortSignal | undefined
  /** Refuses a PDF with only blank pages: no one presents these, so what the slides show was lost. */
  readonly mustShow: boolean
  counted(pages: number): void
  drawn(page: DrawnPage): void
}

/** The time limit of a page. The slowest real pages take three seconds, on a busy machine three times as long. */
const PAGE_SECONDS = 30

/** Draws the pages of a PDF into a folder, waiting for a PDF that is still being made. */
export async function draw(path: string, folder: string, drawing: Drawing): Promise<void> {
  let blank = true
  const tooSlow = new AbortController()
  let clock: NodeJS.Timeout | undefined
  const nextPage = () => {
    clearTimeout(clock)
    clock = setTimeout(() => tooSlow.abort(), (drawing.pageSeconds ?? PAGE_SECONDS) * 1000)
  }
  const heard = (said: Said) => {
    nextPage()
    if ('counted' in said) drawing.counted(said.counted)
    if (!('drawn' in said)) return
    blank &&= said.drawn.blank
    drawing.drawn(said.drawn)
  }
  const signals = [tooSlow.signal, ...(drawing.signal ? [drawing.signal] : [])]
  try {
    const { seconds } = drawing
    await work(['draw', path, folder], { seconds, cwd: folder, signal: AbortSignal.any(signals), heard })
  } catch (error) {
    if (tooSlow.signal.aborted) throw new DeckRefused('DeckTooComplex', 'a page takes too long', { isCertain: true })
    throw error
  } finally {
    clearTimeout(clock)
  }
  if (blank && drawing.mustShow) throw new DeckRefused('DeckBlank')
}

async function work(args: readonly string[], { seconds, cwd, signal, heard }: Work): Promise<void> {
  let last: Said | undefined
  const node = [process.execPath, '--max-old-space-size=192', '--disable-warning=ExperimentalWarning', worker, ...args]
  // it needs the project's files, so only the network is taken away
  const command = (await isolationHere()) === 'none' ? node : ['unshare', '-rn', ...node]
  const [program = '', ...rest] = command
  const ended = await runLimited({
    program,
    args: rest,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, UV_THREADPOOL_SIZE: '3' },
    limits: { seconds, memoryMb, residentMb, fileMb: 2048 },
    signal,
    onLine: line => {
      last = JSON.parse(line) as Said
      heard?.(last)
    },
  })
  if (last && 'refused' in last) throw new DeckRefused(last.refused, last.detail)
  if (!last || !('done' in last)) throw refusalOf(ended)
}

/** The failure for a program that did not finish. */
export function refusalOf(ended: Ended): Error {
  if (ended.how === 'aborted') return new Error('the conversion was stopped')
  if (ended.how !== 'exited') return new DeckRefused('DeckTooComplex', ended.how)
  const outOfMemory = /out of memory|bad_alloc|ENOMEM|memory access out of bounds/i.test(ended.errors)
  return new DeckRefused(
    outOfMemory ? 'DeckTooComplex' : 'DeckNotConverted',
    `exit ${ended.code}: ${ended.errors.slice(-500)}`,
  )
}
