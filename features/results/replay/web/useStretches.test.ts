import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Stretch } from '#features/results/replay/contract.ts'
import { ReplayClock } from './clock.ts'
import { useStretches } from './useStretches.ts'

const missing = { from: 4, to: 8 }
vi.mock('./loadStretch.ts', () => ({
  isComingAt: () => false,
  endOfEmpty: (_: unknown, at: number) => (at >= missing.from && at < missing.to ? missing.to : undefined),
  isMissingAt: (_: unknown, at: number) => at >= missing.from && at < missing.to,
}))

const src = '/recordings/a/b/0-1.m3u8'
const stretches = [{ user_id: 'a', name: 'Paula', source: 'camera', src, from: 0, to: 100 }] as Stretch[]

function begun() {
  vi.useFakeTimers()
  const clock = new ReplayClock(100, [])
  const onMissing = vi.fn()
  const { result, unmount } = renderHook(() => useStretches(clock, stretches, onMissing))
  const shown = () => {
    const element = document.createElement('video')
    const play = vi.spyOn(element, 'play').mockResolvedValue()
    act(() => result.current.tell(src, element))
    return play
  }
  return { clock, onMissing, result, unmount, shown }
}
afterEach(() => void vi.useRealTimers())

it('plays a stretch that failed once its element is there anew', () => {
  const { clock, result, unmount, shown } = begun()
  const first = shown()
  act(() => result.current.fail(src))
  clock.play()
  vi.advanceTimersByTime(300)
  expect(first).not.toHaveBeenCalled()
  act(() => result.current.tell(src, null))
  const second = shown()
  vi.advanceTimersByTime(300)
  expect(second).toHaveBeenCalled()
  unmount()
})

it('says that a part is missing when it is played, not before, and does not wait for it', () => {
  const { clock, onMissing, unmount, shown } = begun()
  shown()
  clock.seek(3)
  vi.advanceTimersByTime(300)
  expect(onMissing).not.toHaveBeenCalled()
  clock.seek(5)
  clock.play()
  vi.advanceTimersByTime(300)
  expect(onMissing).toHaveBeenCalled()
  expect(clock.runs).toBe(true)
  unmount()
})
