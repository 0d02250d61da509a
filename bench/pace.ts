import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats an action at an even pace, whether or not earlier runs have finished; resolves when all have. */
export async function atPace(perSecond: number, times: number, act: (n: number) => Promise<unknown>): Promise<void> {
  const pending: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < times; n++) {
    const due = began + (n * 1000) / perSecond - performance.now()
    if (due > 1) await sleep(due)
    pending.push(act(n))
  }
  await Promise.all(pending)
}

/** The p99, in milliseconds, of requests at an even pace. */
export async function tailOf(perSecond: number, seconds: number, ask: (n: number) => Promise<void>): Promise<number> {
  const times: number[] = []
  await atPace(perSecond, Math.floor(perSecond * seconds), async n => {
    const began = performance.now()
    await ask(n)
    times.push(performance.now() - began)
  })
  return percentile(times, 0.99)
}

/** The given percentile of the values; 0 when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
