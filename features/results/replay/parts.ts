import type { Span } from './spans.ts'

/** The seconds of a recording from `from` to `to` were watched so many times by a person. */
export interface WatchedPart extends Span {
  readonly times: number
}

/** The most parts that are kept for a person: one who jumps more often than that is counted in whole, not by place. */
export const MOST_PARTS = 500

/** Adds spans that were watched to the parts that are known: in their order, without overlap, in whole seconds. */
export function withWatched(known: readonly WatchedPart[], spans: readonly Span[]): readonly WatchedPart[] {
  const steps = new Map<number, number>()
  const step = (at: number, times: number) => steps.set(at, (steps.get(at) ?? 0) + times)
  const whole = spans.map(({ from, to }) => ({ from: Math.round(from), to: Math.round(to), times: 1 }))
  for (const { from, to, times } of [...known, ...whole]) {
    step(from, times)
    step(to, -times)
  }
  const parts: WatchedPart[] = []
  let [since, times] = [0, 0]
  for (const [at, change] of [...steps].toSorted(([a], [b]) => a - b)) {
    if (change === 0) continue
    if (times > 0) parts.push({ from: since, to: at, times })
    since = at
    times += change
  }
  return parts.length > MOST_PARTS ? known : parts
}

/** The first `seconds` of some spans. */
export function firstOf(spans: readonly Span[], seconds: number): Span[] {
  let left = seconds
  return spans.flatMap(({ from, to }) => {
    const length = Math.min(to - from, left)
    left -= Math.max(0, length)
    return length > 0 ? [{ from, to: from + length }] : []
  })
}
