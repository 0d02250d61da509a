import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LineJudge } from './weakLine.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the judge of a line', () => {
  it('does not jump at a hiccup', () => {
    const tell = vi.fn()
    const judge = new LineJudge(tell)
    judge.hear('poor')
    vi.advanceTimersByTime(5000)
    judge.hear('good')
    vi.advanceTimersByTime(60_000)
    expect(tell).not.toHaveBeenCalled()
  })

  it('takes a line for weak that stays bad, and for fine once it was well for longer', () => {
    const tell = vi.fn()
    const judge = new LineJudge(tell)
    judge.hear('poor')
    judge.hear('lost')
    vi.advanceTimersByTime(8000)
    expect(tell.mock.calls).toEqual([[true]])
    judge.hear('excellent')
    vi.advanceTimersByTime(10_000)
    judge.hear('poor')
    vi.advanceTimersByTime(30_000)
    judge.hear('excellent')
    vi.advanceTimersByTime(20_000)
    expect(tell.mock.calls).toEqual([[true], [false]])
  })

  it('forgets it all with the connection', () => {
    const tell = vi.fn()
    const judge = new LineJudge(tell)
    judge.hear('poor')
    vi.advanceTimersByTime(8000)
    judge.rest()
    expect(tell).toHaveBeenLastCalledWith(false)
  })
})
