import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const uuid = '01900000-0000-7000-8000-000000000001'
const at = { pathname: `/live/${uuid}/replay`, search: '' }
const getReplay = vi.fn()

vi.mock('#features/room/room/web/roomClient.ts', () => ({ roomClient: () => ({ getReplay }) }))
vi.mock('./stretchFiles.ts', () => ({ beginStretches: () => {} }))

/** The module as a page has it that was just opened. */
async function opened() {
  vi.resetModules()
  return import('./askReplay.ts')
}

beforeEach(() => {
  vi.useFakeTimers()
  let asked = 0
  getReplay.mockReset().mockImplementation(async () => ({ answer: ++asked }))
})
afterEach(() => void vi.useRealTimers())

it('gives what was requested with the page to its first mount, at once, and asks anew for the next one', async () => {
  const page = await opened()
  page.beginReplay(at)
  await vi.advanceTimersByTimeAsync(10)
  expect(page.replayInPage({ uuid })).toEqual({ answer: 1 })
  expect(getReplay).toHaveBeenCalledTimes(1)
  expect(page.replayInPage({ uuid })).toBeUndefined()
  expect(await page.askReplay({ uuid })).toEqual({ answer: 2 })
})

it('keeps nothing of an answer that comes after the mount, which waited for it already', async () => {
  let late = (_: object) => {}
  getReplay.mockImplementationOnce(() => new Promise(resolve => (late = resolve)))
  const page = await opened()
  page.beginReplay(at)
  await vi.advanceTimersByTimeAsync(600)
  expect(page.replayInPage({ uuid })).toBeUndefined()
  const answer = page.askReplay({ uuid })
  late({ answer: 'old' })
  expect(await answer).toEqual({ answer: 'old' })
  // the page is drawn again, and hours later it is opened again
  expect(page.replayInPage({ uuid })).toBeUndefined()
  expect(getReplay).toHaveBeenCalledTimes(1)
  expect(await page.askReplay({ uuid })).toEqual({ answer: 1 })
})

it('keeps an answer for a page that never came for seconds alone', async () => {
  const page = await opened()
  page.beginReplay(at)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.replayInPage({ uuid })).toBeUndefined()
  expect(await page.askReplay({ uuid })).toEqual({ answer: 2 })
  expect(getReplay).toHaveBeenCalledTimes(2)
})
