import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { DeckPage } from '#features/room/deck/contract.ts'
import type { Signal } from '#features/room/room/socket.ts'
import { type Deck, useDeck } from './useDeck.ts'

type Answer = (deck: Deck) => void
let waiting: Answer[] = []
let away = false
vi.mock('./askDeck.ts', async () => {
  const { askOnce } = await import('#web/client/askOnce.ts')
  return {
    askDeck: askOnce(() =>
      away ? Promise.reject(new CallFailed('Unavailable')) : new Promise<Deck>(answer => waiting.push(answer)),
    ),
  }
})

const pages = (deck: number, total: number): Deck => ({ status: 'ready', total, pages: [], deck, watermark: '' })
const making = (ready: number): Deck => ({
  ...{ status: 'converting', total: 5, deck: 0, watermark: '' },
  pages: [1, 2, 3, 4, 5].slice(0, ready).map(page => ({ page }) as DeckPage),
})
let signalled = (_: Signal) => {}
const connection = {
  onSignal: (listener: typeof signalled) => {
    signalled = listener
    return () => {}
  },
}
const told = (number: number, of: number, link: 'on' | 'lost' | 'closed' = 'on') => ({
  ...{ connection, link },
  room: { pages: of, deck: { number } },
})
const answer = (deck: Deck) => act(async () => waiting.shift()?.(deck))
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

let one = 0
const open = async (first = pages(0, 5)) => {
  const pitch = `pitch ${one++}`
  const shown = renderHook(({ room }) => useDeck(pitch, room), { initialProps: { room: told(0, 5) } })
  await answer(first)
  return shown
}

beforeEach(() => {
  vi.useFakeTimers()
  waiting = []
  return () => void vi.useRealTimers()
})

describe('the pages of the deck in the room', () => {
  it('are those of other slides, though pages of the slides before were under way when these were shown', async () => {
    const { result, rerender } = await open()
    act(() => result.current.reload()) // a conversion goes on
    rerender({ room: told(1, 9) })
    await answer(pages(0, 5)) // read before the other slides were shown
    await answer(pages(1, 9))
    expect(result.current.deck).toMatchObject({ deck: 1, total: 9 })
  })

  it('are those of the newest question, whichever answer comes last', async () => {
    const { result, rerender } = await open()
    act(() => result.current.reload())
    rerender({ room: told(1, 9) })
    const [old, newer] = waiting
    await act(async () => newer?.(pages(1, 9)))
    await act(async () => old?.(pages(0, 5)))
    expect(result.current.deck).toMatchObject({ deck: 1, total: 9 })
  })

  it('are asked for once more when they are not yet those that the room names, and then no more', async () => {
    const { result, rerender } = await open()
    rerender({ room: told(1, 9) })
    await answer(pages(0, 5))
    expect(waiting).toHaveLength(0)
    await later(1100)
    expect(waiting).toHaveLength(1)
    await answer(pages(0, 5))
    await later(10_000)
    expect(waiting).toHaveLength(0)
    rerender({ room: told(2, 3) })
    await answer(pages(2, 3))
    await later(10_000)
    expect(waiting).toHaveLength(0)
    expect(result.current.deck).toMatchObject({ deck: 2, total: 3 })
  })

  it('are asked for again while the server is away', async () => {
    away = true
    const { result } = renderHook(() => useDeck('another pitch'))
    await later(6000)
    expect(result.current.failure).toBeTruthy()
    away = false
    await later(3000)
    await answer(pages(0, 5))
    expect(result.current.deck).toMatchObject({ total: 5 })
    expect(result.current.failure).toBeUndefined()
  })
  it('are asked for again when the room says that more are ready', async () => {
    const { result } = await open(making(2))
    act(() => signalled({ type: 'deckProgress', payload: {} }))
    await answer(pages(0, 5))
    expect(result.current.deck?.status).toBe('ready')
  })

  it('are requested until all are ready, and not after that, also without a signal', async () => {
    const { result, rerender } = await open(making(2))
    rerender({ room: told(0, 5, 'lost') })
    await later(1900)
    expect(waiting).toHaveLength(0)
    await later(1200)
    expect(waiting).toHaveLength(1)
    await answer(making(4))
    await later(3100)
    await answer({ ...making(5), status: 'ready' })
    expect(result.current.deck?.pages).toHaveLength(5)
    await later(10_000)
    expect(waiting).toHaveLength(0)
  })

  it('are asked for by three hundred at moments of their own', async () => {
    for (let n = 0; n < 300; n++) await open(making(2))
    const each: number[] = []
    for (let ms = 0; ms < 3100; ms += 100) {
      const before = waiting.length
      await later(100)
      each.push(waiting.length - before)
    }
    expect(waiting).toHaveLength(300)
    // thirty on average
    expect(Math.max(...each)).toBeLessThan(75)
  })

  it('are not requested after the person has left, until they are back', async () => {
    const { rerender } = await open(making(2))
    rerender({ room: told(0, 5, 'closed') })
    await later(10_000)
    expect(waiting).toHaveLength(0)
    rerender({ room: told(0, 5) })
    await later(3100)
    expect(waiting).toHaveLength(1)
  })
})
