import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Signal } from '#features/room/room/socket.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { useMissedCommitments } from './useMissedCommitments.ts'

const getCommitmentTerms = vi.hoisted(() => vi.fn())
vi.mock('#features/room/room/web/roomClient.ts', () => ({ roomClient: () => ({ getCommitmentTerms }) }))

afterEach(cleanup)

/** A room that answers when the test says so. */
async function start(hears = true) {
  getCommitmentTerms.mockReset()
  const asks: ((count: number | null) => void)[] = []
  getCommitmentTerms.mockImplementation(
    () => new Promise(done => asks.push(count => done({ total: count === null ? null : { count } }))),
  )
  let tell: (signal: Signal) => void = () => {}
  const connection = {
    onSignal: (hear: typeof tell) => {
      tell = hear
      return () => {}
    },
  }
  const { result, rerender } = renderHook(
    ({ link }: { link: RoomNow['link'] }) => useMissedCommitments(pitch, connection, link, hears),
    { initialProps: { link: 'on' } },
  )
  return {
    missed: () => result.current,
    signal: () => tell({ type: 'commitmentMade', payload: {} }),
    again: () => {
      rerender({ link: 'lost' })
      rerender({ link: 'on' })
    },
    answer: (count: number | null) => act(async () => asks.shift()?.(count)),
  }
}

it('counts what no signal told of, and not what was there before or was told', async () => {
  const { missed, signal, again, answer } = await start()
  await answer(5)
  expect(missed()).toBe(0)
  signal()
  again()
  await answer(6)
  expect(missed()).toBe(0)
  again()
  await answer(8)
  expect(missed()).toBe(2)
  signal()
  again()
  await answer(10)
  expect(missed()).toBe(3)
})

it('counts none that is told of while the answer is on its way, be it in it or not, and misses none after it', async () => {
  const { missed, signal, again, answer } = await start()
  await answer(5)
  for (const count of [5, 7]) {
    again()
    signal()
    await answer(count)
    expect(missed()).toBe(0)
  }
  again()
  await answer(8)
  expect(missed()).toBe(1)
})

it('begins anew after a sum that has shrunk, and says nothing where no sum is to be seen', async () => {
  const { missed, again, answer } = await start()
  for (const count of [null, 5, 0]) {
    await answer(count)
    again()
  }
  await answer(1)
  expect(missed()).toBe(1)
})

it('loads nothing for readers without signals of commitments', async () => {
  const { again } = await start(false)
  again()
  expect(getCommitmentTerms).not.toHaveBeenCalled()
})
