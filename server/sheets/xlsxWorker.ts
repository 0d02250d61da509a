import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'
import type { Cell, XlsxWork } from './sheet.ts'

/** The most characters that a cell can hold; Excel refuses a file with more. */
const MOST_CHARACTERS = 32_767

/** Every cell has the type of its value, so a text stays a text whatever its first character. */
function cellOf(cell: Cell) {
  if (cell === null || cell === '') return null
  if (cell instanceof Date) return { value: cell, type: Date, format: 'yyyy-mm-dd hh:mm:ss' }
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (typeof cell === 'boolean') return { value: cell, type: Boolean }
  return { value: cell.slice(0, MOST_CHARACTERS).toWellFormed(), type: String, format: '@' }
}

const { columns, rows } = workerData as XlsxWork
const head = columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' as const }))
const data = [head, ...rows.map(row => row.map(cellOf))]
const widths = columns.map(({ width = 20 }) => ({ width }))
const sheet = { columns: widths, stickyRowsCount: 1, orientation: 'landscape' as const }
// without a name, LibreOffice shows the head in a font with serifs
const bytes = await writeExcelFile(data, sheet, { fontFamily: 'Calibri', fontSize: 11 }).toBuffer()
parentPort?.postMessage(new Uint8Array(bytes))
