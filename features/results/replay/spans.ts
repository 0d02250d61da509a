/** A span of seconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Seconds without anything recorded that are not skipped. */
const SHORT = 1

/** The spans in which nothing can be played, put together: pauses, stops and gaps. */
export function emptySpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to + SHORT)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else merged.push({ from: span.from, to: span.to })
  }
  return merged.filter(({ from, to }) => to - from > SHORT)
}
