import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSlideFirst } from './useSlideFirst.ts'

let come: (() => void)[] = []
class FakeImage {
  src = ''
  removeAttribute() {}
  decode = () => new Promise<void>(resolve => come.push(resolve))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Image', FakeImage)
  come = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Given = [isLost: boolean, url: string | undefined]
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('lets the video connect at once as long as the line is there, whatever becomes of slides', async () => {
  const { result, rerender } = renderHook(([isLost, url]: Given) => useSlideFirst(isLost, url), {
    initialProps: [false, '/decks/first'],
  })
  expect(result.current).toBe(true)
  rerender([false, '/decks/second'])
  expect(result.current).toBe(true)
})

it('waits for the slide after the line was lost, and for a second at most', async () => {
  const { result, rerender } = renderHook(([isLost, url]: Given) => useSlideFirst(isLost, url), {
    initialProps: [false, undefined],
  })
  rerender([true, '/decks/lost'])
  expect(result.current).toBe(false)
  rerender([false, '/decks/comes'])
  await after(900)
  expect(result.current).toBe(false)
  for (const one of come) one()
  await after(0)
  expect(result.current).toBe(true)

  rerender([true, '/decks/comes'])
  rerender([false, '/decks/never'])
  await after(990)
  expect(result.current).toBe(false)
  await after(20)
  expect(result.current).toBe(true)

  rerender([true, undefined])
  rerender([false, undefined])
  await after(0)
  expect(result.current).toBe(true)
})
