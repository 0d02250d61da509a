/** The bounds of this clock's offset from the server's, in milliseconds, as far as answers have shown. */
let least = Number.NEGATIVE_INFINITY
let most = Number.POSITIVE_INFINITY

/**
 * Narrows the offset of this clock by an answer's Date header, the second in which the server answered. That was after
 * the request was sent at `sentAt` and before now, so a slow answer says little, and many are more exact than a second.
 */
export function noteTime(date: string | null, sentAt: number): void {
  const at = Date.parse(date ?? '')
  const bounds = { least: at - Date.now(), most: at + 999 - sentAt }
  if (!(bounds.least <= bounds.most)) return
  // one of the clocks has been changed since
  const isAnew = bounds.least > most || bounds.most < least
  least = isAnew ? bounds.least : Math.max(least, bounds.least)
  most = isAnew ? bounds.most : Math.min(most, bounds.most)
}

/** The server's time, for durations from or to its timestamps. */
export function serverNow(): number {
  const mayBeRight = least <= 0 && most >= 0
  return Date.now() + (mayBeRight ? 0 : Math.round((least + most) / 2))
}
