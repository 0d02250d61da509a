import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ids } from '#features/room/room/web/testing/fakeRoom.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import { startAllTexts } from '#web/testing/texts.ts'
import { PeoplePanel } from './PeoplePanel.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the presence of a room announces at most, in milliseconds. */
const EVERY = 250

describe('the people of a room into which many come', () => {
  it.each([
    ['a quick line', 50],
    ['a slow line', 4000],
  ])('shows hands and counts while they come, over %s, and asks seldom', async (_, slow) => {
    const made: string[] = []
    let here = 1
    await startAllTexts()
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async (path: string) => {
      const call = path.split('/').at(-1) ?? ''
      made.push(call)
      const now = here
      await new Promise(resolve => setTimeout(resolve, slow))
      const hands = [{ user_id: ids.ivan, name: 'Ivan Petrov', line: true }]
      const people = { items: [], total: 100, here: now }
      const answer = call === 'getStagePeople' ? { hands, hands_total: 1, granted: [] } : people
      return new Response(JSON.stringify({ code: 1, message: '', data: answer, results: answer }))
    })
    const panel = (hands: string[]) => (
      <InFakeRoom
        room={{ stage: { hands, granted: [] } }}
        now={{ me: { id: ids.paula, part: 'owner', session: 'mine', name: 'Paula Reyes' }, here }}
      >
        <PeoplePanel onMessage={undefined} />
      </InFakeRoom>
    )
    const { rerender } = render(panel([]))
    const come = async (milliseconds: number) => {
      for (let past = 0; past < milliseconds; past += EVERY) {
        here++
        rerender(panel([ids.ivan]))
        await act(() => vi.advanceTimersByTimeAsync(EVERY))
      }
    }
    await come(slow + 1000)
    expect(screen.getByText('Ivan Petrov')).toBeTruthy()
    await come(slow + 4000)
    const counted = Number(/(\d+) of/.exec(screen.getByText(/of 100 here/).textContent ?? '')?.[1])
    // no older than the longest wait and the way there and back
    expect(counted).toBeGreaterThan(here - (3000 + slow + EVERY) / EVERY)
    expect(counted).toBeGreaterThan(1)
    made.length = 0
    await come(9000)
    for (const call of ['getStagePeople', 'getRoomPeople'])
      expect(made.filter(one => one === call).length, call).toBeLessThanOrEqual(4)
  })
})
