import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPatience, patienceFor } from './patience.ts'

/** Attempts over a line whose answers take so long; `Infinity` over a dead one. */
function attemptsOver(trip: number) {
  const heard: Record<string, (error: Error) => void> = {}
  const patience: number[] = []
  const pauses: number[] = []
  let asked = 0
  const answer = () =>
    new Promise<void>((resolve, reject) =>
      trip === Number.POSITIVE_INFINITY ? setTimeout(reject, 15_000) : setTimeout(resolve, trip),
    )
  keepPatience(
    {
      on: (event: string, act: (error: Error) => void) => {
        heard[event] = act
      },
      timeout: ms => void patience.push(ms),
      reconnectionDelayMax: ms => void pauses.push(ms),
    },
    () => {
      asked++
      return answer()
    },
  )
  return { say: (event: string, why = '') => heard[event]?.(new Error(why)), patience, pauses, asked: () => asked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the patience with an attempt to connect', () => {
  it('is short once a line was there, and over a dead network remains so', async () => {
    const { say, patience, pauses, asked } = attemptsOver(Number.POSITIVE_INFINITY)
    expect(patience).toEqual([3500])
    say('open')
    for (let i = 0; i < 10; i++) {
      say('reconnect_attempt')
      await vi.advanceTimersByTimeAsync(2500)
      say('error', 'timeout')
    }
    expect(new Set(patience.slice(1))).toEqual(new Set([2500]))
    expect(new Set(pauses)).toEqual(new Set([300]))
    expect(asked()).toBeLessThanOrEqual(2)
  })

  it('is long enough for three trips over a slow one, until connecting is quick again', async () => {
    const { say, patience } = attemptsOver(4000)
    say('error', 'timeout')
    await vi.advanceTimersByTimeAsync(4000)
    expect(patience.at(-1)).toBe(15_000)
    say('reconnect_attempt')
    await vi.advanceTimersByTimeAsync(4000)
    say('open')
    expect(patience.at(-1)).toBe(15_000)
    say('reconnect_attempt')
    await vi.advanceTimersByTimeAsync(100)
    say('open')
    expect(patience.at(-1)).toBe(2500)
  })

  it('asks a server that is away nothing', async () => {
    const { say, pauses, asked } = attemptsOver(10)
    for (let i = 0; i < 100; i++) say('error', 'websocket error')
    expect(asked()).toBe(0)
    expect(new Set(pauses)).toEqual(new Set([1000]))
    expect(patienceFor(60_000)).toBe(15_000)
  })
})
