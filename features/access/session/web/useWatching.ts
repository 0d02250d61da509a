import { useEffect } from 'react'
import { noteActivity } from './activity.ts'

/** Milliseconds: far below the shortest timeout. */
const EVERY = 15_000

/** Whoever is in a live room, with its page in sight, is there: nobody is signed out for watching. */
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
