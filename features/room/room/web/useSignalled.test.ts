import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Signal } from '#features/room/room/socket.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import { useAgain, useSignalled } from './useSignalled.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

/** A room's signals, and how often they were acted on. */
function signalled() {
  let tell: (signal: Signal) => void = () => {}
  const stop = vi.fn()
  const connection = {
    onSignal: (hear: typeof tell) => {
      tell = hear
      return stop
    },
  }
  const act = vi.fn()
  const { unmount } = renderHook(() => useSignalled(connection, 'connecting', 'questionsChanged', act))
  return { act, stop, unmount, signal: (type = 'questionsChanged') => tell({ type, payload: {} }) }
}

it('asks once for many signals that come together, and not for those of another type', () => {
  const { act, signal } = signalled()
  for (let n = 0; n < 20; n++) signal()
  signal('ownQuestionsChanged')
  vi.advanceTimersByTime(149)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(1)
  signal()
  vi.advanceTimersByTime(150)
  expect(act).toHaveBeenCalledTimes(2)
})

it('asks every second while signals come without a pause', () => {
  const { act, signal } = signalled()
  for (let passed = 0; passed < 10_000; passed += 100) {
    signal()
    vi.advanceTimersByTime(100)
  }
  expect(act.mock.calls.length).toBeGreaterThanOrEqual(9)
  expect(act.mock.calls.length).toBeLessThanOrEqual(11)
})

it('asks no more once what it was for is gone', () => {
  const { act, signal, stop, unmount } = signalled()
  signal()
  unmount()
  vi.advanceTimersByTime(5000)
  expect([act.mock.calls.length, stop.mock.calls.length]).toEqual([0, 1])
})

it('asks again with every new connection, and every minute in which it is looked at', () => {
  const act = vi.fn()
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const { rerender, unmount } = renderHook(({ link }) => useAgain(link, act), {
    initialProps: { link: 'on' as RoomNow['link'] | undefined },
  })
  // what appears has been asked for already
  expect(act).not.toHaveBeenCalled()
  rerender({ link: 'lost' })
  rerender({ link: 'on' })
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(2)
  visible.mockReturnValue('hidden')
  vi.advanceTimersByTime(60_000)
  rerender({ link: undefined })
  visible.mockReturnValue('visible')
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(2)
  unmount()
  visible.mockRestore()
})
