import { useCallback, useEffect, useState } from 'react'
import type { ReplayClock } from './clock.ts'

/** What is large: the slide beside the people, the slide alone, or the people. A shared screen takes the slide’s place. */
export const layouts = ['side', 'slides', 'faces'] as const
export type ReplayLayout = (typeof layouts)[number]

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** Keeps a choice in this browser, as long as it is one. */
function useKept<T>(name: string, first: T, isOne: (value: unknown) => boolean): [T, (value: T) => void] {
  const key = `rostrum.replay.${name}`
  const [value, setValue] = useState<T>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return isOne(kept) ? (kept as T) : first
    } catch {
      return first
    }
  })
  const keep = useCallback(
    (next: T) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // without storage the choice lasts as long as the page
      }
    },
    [key],
  )
  return [value, keep]
}

/** How a person watches: remembered from one recording to the next. */
export function useReplayView(clock: ReplayClock) {
  const [layout, setLayout] = useKept<ReplayLayout>('layout', 'side', value => layouts.some(one => one === value))
  const [volume, keepVolume] = useKept('volume', 1, value => typeof value === 'number' && value >= 0 && value <= 1)
  const [hasCaptions, setCaptions] = useKept('captions', true, value => typeof value === 'boolean')
  const [skipsSilence, setSkipsSilence] = useKept('skipsSilence', false, value => typeof value === 'boolean')
  const [speed, setSpeed] = useKept('speed', 1, value => speeds.some(one => one === value))
  // never remembered: a recording that is silent at once looks broken
  const [isSilent, setSilent] = useState(false)
  useEffect(() => clock.setSpeed(speed), [clock, speed])
  const setVolume = (next: number) => {
    keepVolume(Math.round(Math.min(1, Math.max(0, next)) * 100) / 100)
    setSilent(false)
  }
  const skips = { skipsSilence, setSkipsSilence }
  return {
    ...skips,
    layout,
    setLayout,
    volume,
    setVolume,
    isSilent,
    setSilent,
    hasCaptions,
    setCaptions,
    speed,
    setSpeed,
  }
}
export type ReplayView = ReturnType<typeof useReplayView>
