import Papa from 'papaparse'

export interface Sheet {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** What a spreadsheet would take for a formula, full-width signs of East Asian keyboards and leading blanks included. */
const formula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/

/**
 * A sheet as CSV that spreadsheets open as it is: with a byte order mark, because Excel takes anything else for an old
 * code page, and with an apostrophe before every text that would be run.
 */
export const toCsv = ({ fields, rows }: Sheet): string =>
  `\uFEFF${Papa.unparse(
    { fields: [...fields], data: rows.map(row => [...row]) },
    { escapeFormulae: formula, newline: '\r\n' },
  )}\r\n`

/** A file name that every system takes. */
export function filenameOf(name: string, kind: string): string {
  const plain = name.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-')
  return `${
    [...plain]
      .slice(0, 80)
      .join('')
      .replace(/^-+|-+$/g, '') || 'pitch'
  }-${kind}.csv`
}
