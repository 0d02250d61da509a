import { type RefObject, useEffect } from 'react'
import { takeMeant } from './writeHere.ts'

/** Takes the focus into the field that the reader has opened to write in; elsewhere the focus stays. */
export function useWriteHere(field: string | undefined, input: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (takeMeant(field)) input.current?.focus({ preventScroll: true })
  }, [field, input])
}
