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

/** @throws {DeckRefused} with the reason */
export async function check(path: string, cwd: string): Promise<Checked> {
  while (checking.size >= CHECKS_AT_ONCE) await Promise.race(checking)
  const one = checkOne(path, cwd)
  const ended = one.then(
    () => {},
    () => {},
  )
  checking.add(ended)
  ended.finally(() => checking.delete(ended))
  return one
}

/** Limits simultaneous checks: many files take longer, not more memory. */
const CHECKS_AT_ONCE = 2
const checking = new Set<Promise<void>>()

async function checkOne(path: string, cwd: string): Promise<Checked> {
  let checked: Checked | undefined
  const heard = (said: Said) => {
    if ('checked' in said) checked = said.checked
  }
  await work(['check', path], { seconds: 30, cwd, heard })
  if (!checked) throw new DeckRefused('DeckTooComplex', 'the check said nothing')
  return checked
}

/** Writes a copy of a .pptx without links that a converter would fetch. */
export const clean = (path: string, target: string, cwd: string, signal?: AbortSignal): Promise<void> =>
  work(['clean', path, target], { seconds: 60, cwd, signal })

/** The speaker notes of each slide of a .pptx. */
export async function readNotes(path: string, cwd: string, signal?: AbortSignal): Promise<SlideNotes[]> {
  const notes: SlideNotes[] = []
  const heard = (said: Said) => {
    if ('noted' in said) notes.push(said.noted)
  }
  await work(['notes', path], { seconds: 30, cwd, signal, heard })
  return notes
}

interface Drawing {
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
  /** Refuses a PDF with only blank pages, which a converter may make of a damaged file. */
  readonly mustShow: boolean
  counted(pages: number): void
  drawn(page: DrawnPage): void
}

/** Draws the pages of a PDF into a folder, waiting for a PDF that is still being made. */
export async function draw(path: string, folder: string, drawing: Drawing): Promise<void> {
  let blank = true
  const heard = (said: Said) => {
    if ('counted' in said) drawing.counted(said.counted)
    if (!('drawn' in said)) return
    blank &&= said.drawn.blank
    drawing.drawn(said.drawn)
  }
  await work(['draw', path, folder], { seconds: drawing.seconds, cwd: folder, signal: drawing.signal, heard })
  if (blank && drawing.mustShow) throw new DeckRefused('DeckDamaged', 'nothing to see on any page')
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
