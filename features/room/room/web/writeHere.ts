import { type RefObject, useEffect } from 'react'

/** Milliseconds within which a field that was opened to be written in has to appear. */
const PATIENCE = 5000

let meant: { readonly field: string; readonly until: number } | undefined

/** The reader opens something to write in: its field takes the focus as soon as it is there. */
export function meanToWrite(field: string): void {
  meant = { field, until: performance.now() + PATIENCE }
}

/** Takes the focus into the field that the reader has opened to write in; elsewhere the focus stays. */
export function useWriteHere(field: string | undefined, input: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!meant || meant.field !== field) return
    if (performance.now() < meant.until) input.current?.focus({ preventScroll: true })
    meant = undefined
  }, [field, input])
}
