/** What this machine's clock lacks lies between these, in milliseconds, as far as answers have told. */
let least = Number.NEGATIVE_INFINITY
let most = Number.POSITIVE_INFINITY

/**
 * Learns from an answer's Date header what this machine's clock lacks: it names the second in which the server answered, after
 * it was asked at `asked` and before now. So an answer that came late tells little, and many tell it more exactly than seconds.
 */
export function noteTime(date: string | null, asked: number): void {
  const at = Date.parse(date ?? '')
  const told = { least: at - Date.now(), most: at + 999 - asked }
  if (!(told.least <= told.most)) return
  // one of the clocks has been set since
  const isAnew = told.least > most || told.most < least
  least = isAnew ? told.least : Math.max(least, told.least)
  most = isAnew ? told.most : Math.min(most, told.most)
}

/** The time as the server has it, for whatever is counted from or to a moment that it names. */
export function serverNow(): number {
  const mayBeRight = least <= 0 && most >= 0
  return Date.now() + (mayBeRight ? 0 : Math.round((least + most) / 2))
}
