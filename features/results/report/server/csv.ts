import { BYTE_ORDER_MARK, csvLines, sheetFilename } from '#server/sheets/sheet.ts'

export interface Sheet {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** A sheet as CSV that spreadsheets open as it is, with nothing in it that they would run. */
export const toCsv = ({ fields, rows }: Sheet): string => BYTE_ORDER_MARK + csvLines([fields, ...rows])

/** A file name that every system takes. */
export const filenameOf = (name: string, kind: string): string =>
  sheetFilename(name, 'csv', 'pitch').replace(/\.csv$/, `-${kind}.csv`)
