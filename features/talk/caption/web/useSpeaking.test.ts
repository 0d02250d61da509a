import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { FakeRecogniser } from './testing/fakeRecogniser.ts'
import { useSpeaking } from './useSpeaking.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('SpeechRecognition', FakeRecogniser)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[PROD-018] listens again once the network is back that was away for long', () => {
  const client = { sendCaption: async () => ({ id: '', final: true }) }
  const given = { wanted: true, isOn: true, language: 'en' as const }
  const { result, rerender } = renderHook(props => useSpeaking(pitch, client, props), { initialProps: given })
  act(() => FakeRecogniser.last.onstart?.())
  expect(result.current.listening.state).toBe('listening')
  for (let i = 0; i < 6; i++)
    act(() => {
      FakeRecogniser.last.onerror?.({ error: 'network' })
      FakeRecogniser.last.onend?.()
      vi.advanceTimersByTime(10_000)
    })
  expect(result.current.listening).toEqual({ state: 'stopped', problem: 'network' })
  rerender({ ...given, isOn: false })
  expect(result.current.listening.state).toBe('stopped')
  const { last } = FakeRecogniser
  rerender(given)
  expect(FakeRecogniser.last).not.toBe(last)
  act(() => FakeRecogniser.last.onstart?.())
  expect(result.current.listening).toEqual({ state: 'listening', problem: undefined })
})
