import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { askInfo } from '#features/room/room/web/roomClient.ts'
import type { RoomNow } from '#features/room/room/web/roomNow.ts'
import { useConsent, useOtherAnswers } from './consent.ts'

const connection = { onSignal: () => () => {} }

it('learns what the person has answered elsewhere while this window was not connected', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const ask = vi.spyOn(askInfo, 'anew').mockResolvedValue({ agrees_to_recording: false } as never)
  const { result, rerender } = renderHook(
    ({ link }: { link: RoomNow['link'] }) => {
      useOtherAnswers('a', connection, { recording: 'start' }, link)
      return useConsent('a', { agrees_to_recording: true })
    },
    { initialProps: { link: 'connecting' as RoomNow['link'] } },
  )
  rerender({ link: 'on' })
  await Promise.resolve()
  expect(ask).not.toHaveBeenCalled()
  expect(result.current).toBe(true)
  rerender({ link: 'lost' })
  rerender({ link: 'on' })
  await waitFor(() => expect(result.current).toBe(false))
  expect(ask).toHaveBeenCalledExactlyOnceWith('a')
})

it('asks nothing of a pitch that is not recorded', async () => {
  const ask = vi.spyOn(askInfo, 'anew').mockResolvedValue({} as never)
  ask.mockClear()
  const { rerender } = renderHook(
    ({ link }: { link: RoomNow['link'] }) => useOtherAnswers('b', connection, { recording: 'not' }, link),
    { initialProps: { link: 'lost' as RoomNow['link'] } },
  )
  rerender({ link: 'on' })
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(ask).not.toHaveBeenCalled()
})
