import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onReturn } from './returning.ts'

let stop: () => void
const act = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  act.mockClear()
  stop = onReturn(act)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each(['online', 'offline'])('tells that the network is another: %s', event => {
  window.dispatchEvent(new Event(event))
  expect(act).toHaveBeenCalledOnce()
})

it('tells that the machine has slept, and nothing while time goes on as it should', () => {
  vi.advanceTimersByTime(60_000)
  expect(act).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(4000)
  expect(act).toHaveBeenCalledOnce()
})

it('does not take a background page, which is seldom let to look at the clock, for one that sleeps again and again', () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  for (let minute = 0; minute < 5; minute++) {
    vi.setSystemTime(Date.now() + 60_000)
    vi.advanceTimersByTime(2000)
  }
  expect(act).not.toHaveBeenCalled()
  visible.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(act).toHaveBeenCalledOnce()
})

it('is quiet when it was ended', () => {
  stop()
  window.dispatchEvent(new Event('online'))
  expect(act).not.toHaveBeenCalled()
})
