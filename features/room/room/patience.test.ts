import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPatience, patienceFor } from './patience.ts'

const DEAD = Number.POSITIVE_INFINITY
const REFUSED = -1

/** Attempts over a line whose answers take so long, or each so long as `line` says. */
function attemptsOver(line: number | (() => number)) {
  const heard: Record<string, (why: unknown) => void> = {}
  const patience: number[] = []
  const pauses: number[] = []
  let knocks = 0
  let begun = 0
  const say = (event: string, why: unknown = '') => heard[event]?.(why)
  keepPatience(
    {
      on: (event: string, act: (why: never) => void) => {
        heard[event] = act as (why: unknown) => void
      },
      timeout: ms => void patience.push(ms),
      reconnectionDelayMax: ms => void pauses.push(ms),
    },
    {
      knock: within => {
        knocks++
        const trip = typeof line === 'number' ? line : line()
        if (trip === REFUSED) return Promise.reject(new Error('refused'))
        return new Promise<void>((resolve, reject) => {
          setTimeout(trip < within ? resolve : () => reject(new Error('late')), Math.min(trip, within))
        })
      },
      again: () => {
        begun++
        say('close', 'forced close')
      },
      wait: milliseconds => new Promise(done => setTimeout(done, milliseconds)),
    },
  )
  const fail = (why = 'timeout') => say('error', new Error(why))
  /** As many failures as cost something. */
  const failOften = (why?: string) => {
    for (let n = 0; n < 11; n++) fail(why)
  }
  return { say, fail, failOften, patience, pauses, knocks: () => knocks, begun: () => begun }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the patience with an attempt to connect', () => {
  it('is short once a line was there, and over a dead network remains so', async () => {
    const { say, fail, patience, pauses, knocks, begun } = attemptsOver(DEAD)
    say('open')
    for (let n = 0; n < 10; n++) {
      say('reconnect_attempt')
      await pass(4000)
      fail()
    }
    expect(new Set(patience)).toEqual(new Set([4000]))
    expect(new Set(pauses)).toEqual(new Set([300]))
    // one after the other, and one at most that waits for a slow line
    expect(knocks()).toBeLessThanOrEqual(26)
    expect(begun()).toBe(0)
  })

  it('gives way to a new one between its repetitions, when a knock is answered', async () => {
    let isDead = true
    const { say, fail, begun } = attemptsOver(() => (isDead ? DEAD : 20))
    fail()
    await pass(300)
    say('reconnect_attempt')
    await pass(1300)
    isDead = false
    await pass(700)
    expect(begun()).toBe(1)
  })

  it('is left alone while it is young', async () => {
    const { say, fail, begun } = attemptsOver(20)
    say('reconnect_attempt')
    fail()
    await pass(1400)
    expect(begun()).toBe(0)
    say('open')
    await pass(60_000)
    expect(begun()).toBe(0)
  })

  it('is long enough for three trips over a slow line, until connecting is quick again', async () => {
    const { say, fail, patience } = attemptsOver(5000)
    fail()
    await pass(5000)
    expect(patience.at(-1)).toBe(15_000)
    say('reconnect_attempt')
    await pass(12_000)
    say('open')
    expect(patience.at(-1)).toBe(15_000)
    say('reconnect_attempt')
    await pass(300)
    say('open')
    expect(patience.at(-1)).toBe(patienceFor(100))
    expect(patienceFor(100)).toBe(4300)
    expect(patienceFor(60_000)).toBe(15_000)
  })

  it('is measured from the start of an attempt that was requested', async () => {
    const { say, patience } = attemptsOver(0)
    await pass(60_000)
    say('close', 'forced close')
    await pass(30)
    say('open')
    expect(patience.at(-1)).toBe(patienceFor(10))
  })
})

describe('after more failures than browsers forgive', () => {
  it('finds out within two seconds that a network lives again, and tries but rarely until then', async () => {
    let isDead = true
    const { failOften, pauses, knocks, begun } = attemptsOver(() => (isDead ? DEAD : 20))
    failOften()
    expect(pauses.at(-1)).toBe(10_000)
    await pass(60_000)
    expect(begun()).toBe(0)
    // one after the other
    expect(knocks()).toBeGreaterThan(30)
    expect(knocks()).toBeLessThan(50)
    isDead = false
    await pass(1500 + 450 + 20)
    expect(begun()).toBe(1)
    await pass(60_000)
    expect(begun()).toBe(1)
  })

  it('knocks once a second where there is no server', async () => {
    const { fail, pauses, knocks, begun } = attemptsOver(REFUSED)
    for (let n = 0; n < 10; n++) fail('websocket error')
    await pass(10_000)
    expect(knocks()).toBe(0)
    expect(new Set(pauses)).toEqual(new Set([1000]))
    fail('websocket error')
    await pass(60_000)
    expect(knocks()).toBeGreaterThan(40)
    expect(knocks()).toBeLessThan(100)
    expect(begun()).toBe(0)
  })

  it('knocks more and more rarely where knocks are answered and connections refused', async () => {
    const { failOften, fail, begun } = attemptsOver(5)
    failOften('websocket error')
    for (let n = 0; n < 600; n++) {
      await pass(100)
      fail('websocket error')
    }
    expect(begun()).toBeGreaterThan(5)
    expect(begun()).toBeLessThan(12)
  })

  it('ends when the person leaves, and with the attempt that succeeds', async () => {
    const { say, failOften, knocks, begun } = attemptsOver(DEAD)
    for (const end of [() => say('close', 'forced close'), () => say('open')]) {
      failOften()
      await pass(5000)
      const before = knocks()
      end()
      await pass(60_000)
      expect(knocks()).toBe(before)
      expect(before).toBeGreaterThan(0)
      say('open')
    }
    expect(begun()).toBe(0)
  })

  it('knocks on when the connection itself ends: that is not the end of anybody', async () => {
    const { say, failOften, knocks } = attemptsOver(DEAD)
    failOften()
    say('close', 'transport close')
    await pass(10_000)
    expect(knocks()).toBeGreaterThan(3)
  })
})
