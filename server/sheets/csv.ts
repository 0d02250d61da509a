import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import type { csvOutput } from '#contract/fields.ts'
import { MOST, type Paging } from '#server/lists.ts'
import { BYTE_ORDER_MARK, type Cell, csvLines, sheetFilename } from './sheet.ts'

export interface Sheet {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A sheet as CSV with a byte order mark; cells that a spreadsheet would run are escaped. */
export const toCsv = ({ fields, rows }: Sheet): string => BYTE_ORDER_MARK + csvLines([fields, ...rows])

/** A file name that is valid on every system: `name-kind.csv`. `otherwise` is used for names without a letter. */
export const csvFilename = (name: string, kind: string, otherwise: string): string =>
  sheetFilename(name, 'csv', otherwise).replace(/\.csv$/, `-${kind}.csv`)

/** The most rows of a list in one CSV file: a browser opens it, and so does a spreadsheet. */
export const EXPORTED = 20_000

/** Rows that are written before other requests get their turn. */
const SLICE = 200

interface ListExport<Row> {
  /** The heading of each column and its cell in a row. */
  readonly columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[]
  /** Reads one page of the list. */
  readonly read: (page: Paging) => Promise<{ readonly items: readonly Row[]; readonly total: number }>
  /** The file is named by the day and the title of the list. */
  readonly now: Date
  readonly title: string
}

/** Exports a list as a CSV file with its first 20,000 rows: the answer of a call whose output is `csvOutput`. */
export async function exportOf<Row>(list: ListExport<Row>): Promise<z.output<typeof csvOutput>> {
  const { columns, read, now, title } = list
  const parts = [BYTE_ORDER_MARK, csvLines([columns.map(([heading]) => heading)])]
  let [rows, total] = [0, 0]
  for (let page = 1; rows < EXPORTED; page++) {
    const found = await read({ page, limit: MOST })
    total = found.total
    for (let at = 0; at < found.items.length; at += SLICE) {
      const some = found.items.slice(at, at + SLICE)
      parts.push(csvLines(some.map(row => columns.map(([, cell]) => cell(row)))))
      await turn()
    }
    rows += found.items.length
    if (found.items.length < MOST) break
  }
  const filename = csvFilename(now.toISOString().slice(0, 10), title, 'list')
  return { filename, csv: parts.join(''), rows, total }
}
