import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ids, pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { EndDialog } from './EndDialog.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the end of a pitch', () => {
  it('[STATE-039] offers who could take it on a line slower than it is asked again, and asks one thing at a time', async () => {
    const SLOW = 3000
    const asked: number[] = []
    let underWay = 0
    let most = 0
    const cora = { user_id: ids.ivan, name: 'Cora Lin', part: 'coHost' }
    await startAllTexts()
    vi.useFakeTimers()
    const began = Date.now()
    vi.stubGlobal('fetch', async () => {
      asked.push(Date.now() - began)
      most = Math.max(most, ++underWay)
      await new Promise(resolve => setTimeout(resolve, SLOW))
      underWay--
      const data = {
        status: 2,
        is_paused: false,
        living_host: ids.paula,
        here: 3,
        real_start_time: null,
        takers: [cora],
      }
      return new Response(JSON.stringify({ code: 1, message: '', data }))
    })
    render(<EndDialog pitch={pitch} me={ids.paula} here={3} onClose={() => {}} onLeave={() => {}} />)
    await act(() => vi.advanceTimersByTimeAsync(SLOW + 50))
    expect(screen.getByRole('button', { name: 'Hand over to Cora Lin and leave' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2 * (SLOW + 2000)))
    expect(asked).toEqual([0, SLOW + 2000, 2 * (SLOW + 2000)])
    expect(most).toBe(1)
    cleanup()
    await act(() => vi.advanceTimersByTimeAsync(2 * (SLOW + 2000)))
    expect(asked).toHaveLength(3)
  })

  it('promises nobody that others will see it when nobody else is here', async () => {
    await startAllTexts()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    render(<EndDialog pitch={pitch} me={ids.paula} here={1} onClose={() => {}} onLeave={() => {}} />)
    expect(screen.getByText('No one else is in the room.')).toBeTruthy()
    expect(screen.queryByText(/will see that the pitch has ended/)).toBeNull()
  })
})
