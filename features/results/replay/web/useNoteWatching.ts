import { useEffect, useRef } from 'react'
import type { ReplayClock } from './clock.ts'

export interface WatchedNow {
  /** Seconds that were played since the last note. */
  readonly seconds: number
  readonly place: number
}
export type Note = (watched: WatchedNow) => Promise<unknown>

/** Seconds of playing after which it is noted; a pause and the end of the page note what there is. */
const NOTED_EVERY = 10

/** Notes what is watched, as long as it plays. */
export function useNoteWatching(clock: ReplayClock, note: Note): void {
  const noting = useRef(note)
  noting.current = note
  useEffect(() => {
    let seconds = 0
    const send = () => {
      if (seconds > 0) void noting.current({ seconds, place: clock.at })
      seconds = 0
    }
    const timer = setInterval(() => {
      if (clock.runs) seconds += clock.get().speed
      if (seconds >= NOTED_EVERY || !clock.playing) send()
    }, 1000)
    return () => {
      clearInterval(timer)
      send()
    }
  }, [clock])
}
