import { createHash } from 'node:crypto'

/** An id that follows from a text, so that nothing is left of work whose server was killed. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // version 8 of RFC 9562: of our own making
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
