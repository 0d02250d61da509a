import { setTimeout as sleep } from 'node:timers/promises'

/** Does something so many times at an even pace, whether or not the earlier ones are done; resolves when all are. */
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

/** The p99, in milliseconds, of requests that come at an even pace. */
export async function tailOf(perSecond: number, seconds: number, ask: (n: number) => Promise<void>): Promise<number> {
  const times: number[] = []
  await atPace(perSecond, Math.floor(perSecond * seconds), async n => {
    const began = performance.now()
    await ask(n)
    times.push(performance.now() - began)
  })
  return percentile(times, 0.99)
}

/** The value that this share of all values does not exceed; 0 when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
