/** Milliseconds within which a field that was opened to be written in has to appear. */
const PATIENCE = 5000

let meant: { readonly field: string; readonly until: number } | undefined

/** The reader opens something to write in: its field takes the focus as soon as it is there. */
export function meanToWrite(field: string): void {
  meant = { field, until: performance.now() + PATIENCE }
}

/** Whether the reader has just opened this field; answered once. */
export function takeMeant(field: string | undefined): boolean {
  if (!meant || meant.field !== field) return false
  const isInTime = performance.now() < meant.until
  meant = undefined
  return isInTime
}
