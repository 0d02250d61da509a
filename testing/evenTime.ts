/** The median of some durations: one slow moment of the machine does not change it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The longer of two durations divided by the shorter. */
export const ratioOf = (one: number, other: number): number => Math.max(one, other) / Math.min(one, other)
