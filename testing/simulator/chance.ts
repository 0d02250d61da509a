import { randomBytes } from 'node:crypto'

/** Seeded chance: the same seed makes the same choices, on every machine. */
export interface Chance {
  /** At least 0, below 1. */
  next(): number
  /** An integer from 0, below the given one. */
  below(end: number): number
  /** True with this probability. */
  is(probability: number): boolean
  /** One of a list that has some. */
  pick<T>(list: readonly T[]): T
}

/** A word that occurs in no other text: `wordsIn` finds it wherever it is shown. No choice depends on it. */
export const newWord = (): string => `cny${randomBytes(6).toString('hex')}`

/** Every unique word in a text, in any case and also inside of a message, whose text travels as Base64. */
export function wordsIn(text: string): string[] {
  const encoded = text.matchAll(/"msg_content":"([^"]+)"/g)
  const all = [text, ...Array.from(encoded, ([, content = '']) => Buffer.from(content, 'base64').toString())].join(' ')
  return [...new Set(Array.from(all.matchAll(/cny[a-z0-9]{12}/gi), ([word]) => word.toLowerCase()))]
}

/** The generator is mulberry32, which passes the common tests of randomness and needs one number of state. */
export function seeded(seed: number, ...more: number[]): Chance {
  let state = more.reduce((mixed, one) => Math.imul(mixed ^ one, 0x9e3779b1) + 0x7f4a7c15, seed | 0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    is: probability => next() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  }
}
