import { setTimeout as sleep } from 'node:timers/promises'
import { encodeForm } from '#contract/wire.ts'

/** A call and its input. */
export type Asked = readonly [call: string, input: Readonly<Record<string, unknown>>]

/**
 * Makes calls of a console with somebody's token. They come from many addresses, as in reality: one address is limited to a
 * hundred a second.
 */
export function askerOf(url: string, token: string): (asked: Asked) => Promise<unknown> {
  let asked = 0
  return async ([call, input]) => {
    const answer = await fetch(`${url}/webapi/rest/app/token/${call}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.0.${asked++ % 100}`,
      },
      body: encodeForm(input),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${call} was refused: ${answer.status} ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }
}

/** The median of the p99s of some runs, each of which makes these calls in turn at an even pace. */
export async function medianTail(
  calls: readonly Asked[],
  { pace, runs, seconds }: { readonly pace: number; readonly runs: number; readonly seconds: number },
  ask: (asked: Asked) => Promise<unknown>,
): Promise<number> {
  // every connection plans each list a few times before its plan is cached
  for (let n = 0; n < 8; n++) for (const one of calls) await ask(one)
  const tails: number[] = []
  for (let n = 0; n < runs; n++)
    tails.push(await tailOf(pace, seconds, async i => void (await ask(calls[i % calls.length] as Asked))))
  return percentile(tails, 0.5)
}

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
