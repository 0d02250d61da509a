import { useEffect } from 'react'
import { noteActivity } from './activity.ts'

/** Milliseconds: far below the shortest timeout. */
const EVERY = 15_000

/** Counts a visible page of a live room as activity, so that viewers are not signed out. */
export function useWatching(): void {
  useEffect(() => {
    const note = () => {
      if (document.visibilityState === 'visible') noteActivity()
    }
    note()
    const timer = setInterval(note, EVERY)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }, [])
}
