import { type RefObject, useEffect } from 'react'

/** Milliseconds within which a field that was opened to be written in has to appear. */
const PATIENCE = 5000

let meant: { readonly field: string; readonly until: number } | undefined

/** The reader opens something to write in: its field takes the focus as soon as it is there. */
export function meanToWrite(field: string): void {
  meant = { field, until: performance.now() + PATIENCE }
}

/** Whether the reader has just opened this field; answered once. */
function takeMeant(field: string | undefined): boolean {
  if (!meant || meant.field !== field) return false
  const isInTime = performance.now() < meant.until
  meant = undefined
  return isInTime
}

/** Takes the focus into the field that the reader has opened to write in; elsewhere the focus stays. */
export function useWriteHere(field: string | undefined, input: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (takeMeant(field)) input.current?.focus({ preventScroll: true })
  }, [field, input])
}
