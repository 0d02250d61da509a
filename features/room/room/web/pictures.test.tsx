import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DeckPage } from '#features/room/deck/contract.ts'
import { Slide } from '#features/room/slides/web/Slide.tsx'
import { startAllTexts } from '#web/testing/texts.ts'
import { ATTEMPTS, prepare } from './pictures.ts'

let asked: string[] = []
/** What becomes of each attempt to load a picture, the last one of all further ones. */
let outcomes: (() => Promise<void>)[] = []
const comes = () => Promise.resolve()
const fails = () => Promise.reject(new Error('EncodingError'))
const hangs = () => new Promise<void>(() => {})

class FakeImage {
  set src(url: string) {
    asked.push(url)
  }
  removeAttribute() {
    asked.push('given up')
  }
  decode = () => (outcomes[Math.min(asked.filter(one => one !== 'given up').length, outcomes.length) - 1] ?? comes)()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Image', FakeImage)
  asked = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks again for a picture that did not come', async () => {
  outcomes = [fails, fails, comes]
  const done = prepare('/decks/a')
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(done).resolves.toBeUndefined()
  expect(asked.filter(one => one === '/decks/a')).toHaveLength(3)
})

it('gives up one that hangs on a dead connection, and asks over another', async () => {
  outcomes = [hangs, comes]
  const done = prepare('/decks/b')
  await vi.advanceTimersByTimeAsync(3900)
  expect(asked).toEqual(['/decks/b'])
  await vi.advanceTimersByTimeAsync(2000)
  await expect(done).resolves.toBeUndefined()
  expect(asked).toEqual(['/decks/b', 'given up', '/decks/b'])
})

it('gives up in the end, and tries anew when it is asked for again', async () => {
  outcomes = [fails]
  const done = prepare('/decks/c').catch(() => 'failed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await done).toBe('failed')
  expect(asked.filter(one => one === '/decks/c')).toHaveLength(ATTEMPTS)
  outcomes = [comes]
  await expect(prepare('/decks/c')).resolves.toBeUndefined()
})

it('loads a picture once, however many ask for it', async () => {
  outcomes = [comes]
  await Promise.all([prepare('/decks/d'), prepare('/decks/d')])
  expect(asked).toEqual(['/decks/d'])
})

it('shows the slide that stands once its picture comes, though the line broke at first', async () => {
  vi.useRealTimers()
  await startAllTexts('en')
  vi.useFakeTimers()
  const page = { page: 3, url: '/decks/e', medium_url: '/decks/e', width: 16, height: 9, text: '' } as DeckPage
  render(<Slide page={page} total={5} />)
  const first = screen.getByRole('img')
  fireEvent.error(first)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  const second = screen.getByRole('img')
  expect(second).not.toBe(first)
  expect(second.getAttribute('src')).toBe('/decks/e')
  for (let n = 0; n < 9; n++) {
    fireEvent.error(screen.getByRole('img'))
    await act(() => vi.advanceTimersByTimeAsync(3000))
  }
  const last = screen.getByRole('img')
  fireEvent.error(last)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.getByRole('img')).toBe(last)
})
