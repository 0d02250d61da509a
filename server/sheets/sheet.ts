import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import Papa from 'papaparse'
import type { SheetFormat } from '#contract/fields.ts'

/** What a cell can contain. A Date is written in UTC: as ISO 8601 in CSV, as a sortable date in XLSX. */
export type Cell = string | number | boolean | Date | null

export interface SheetColumn {
  readonly title: string
  /** In characters; only XLSX has widths. */
  readonly width?: number
}

/** The input of the thread that writes XLSX. */
export interface XlsxWork {
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>

/** The media type of each format. */
export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * A table as a file for spreadsheets. CSV is written row by row as it is read; XLSX is a zip that has to be complete
 * first, so a separate thread builds it. An error while reading rows breaks the stream.
 */
export function sheetOf(format: SheetFormat, columns: readonly SheetColumn[], rows: Rows): Readable {
  return Readable.from(format === 'csv' ? csvParts(columns, rows) : xlsxParts(columns, rows), { objectMode: false })
}

/** What a spreadsheet would take for a formula, including full-width signs of East Asian keyboards and leading blanks. */
const formula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/
/** The same behind a sign at which some programs divide a cell; `;-)` is none. */
const formulaWithin = /^[\s\0]*[=+\-@＝＋－＠](?!\))/
/** LibreOffice divides lines at semicolons and tabs as well, and Excel does in countries with a decimal comma. */
const division = /(?<=[;\t\r\n])/
/** CSV rows that are written at a time. */
const CSV_ROWS = 200

const csvCell = (cell: Cell): Cell => {
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell !== 'string') return cell
  const [first = '', ...others] = cell.split(division)
  return first + others.map(part => (formulaWithin.test(part) ? `'${part}` : part)).join('')
}

/** Lines of CSV; a text that would run as a formula, in whatever way its line is divided, gets an apostrophe before it. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  `${Papa.unparse(
    rows.map(row => row.map(csvCell)),
    { escapeFormulae: formula, newline: '\r\n', quotes: cell => typeof cell === 'string' && /[;\t]/.test(cell) },
  )}\r\n`

/** Excel reads a file without a byte order mark in a legacy code page. */
export const BYTE_ORDER_MARK = '\uFEFF'

async function* csvParts(columns: readonly SheetColumn[], rows: Rows): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([columns.map(({ title }) => title)]))
  let some: (readonly Cell[])[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < CSV_ROWS) continue
    yield Buffer.from(csvLines(some))
    some = []
  }
  if (some.length > 0) yield Buffer.from(csvLines(some))
}

async function* xlsxParts(columns: readonly SheetColumn[], rows: Rows): AsyncGenerator<Buffer> {
  const work: XlsxWork = { columns, rows: await allOf(rows) }
  const worker = new Worker(new URL('./xlsxWorker.ts', import.meta.url), { workerData: work })
  try {
    yield Buffer.from(
      await new Promise<Uint8Array>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('the thread that writes XLSX ended early')))
      }),
    )
  } finally {
    await worker.terminate()
  }
}

async function allOf(rows: Rows): Promise<(readonly Cell[])[]> {
  const all: (readonly Cell[])[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** A file name valid on every system, with the format's extension. `otherwise` is used for names without a letter. */
export function sheetFilename(name: string, format: SheetFormat, otherwise: string): string {
  const plain = [...name.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-')].slice(0, 80).join('')
  return `${plain.replace(/^-|-$/g, '') || otherwise}.${format}`
}

/** The header that makes a browser save a response under this name. */
export const attachmentHeader = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, escape)}`
