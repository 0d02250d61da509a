import { useEffect, useSyncExternalStore } from 'react'
import type { ReplayClock } from './clock.ts'

/** What the player of the page shows: which recording, and its clock. */
interface Playing {
  readonly id: string
  readonly clock: Pick<ReplayClock, 'at'>
}

let playing: Playing | undefined
const watchers = new Set<() => void>()

function set(next: Playing | undefined): void {
  playing = next
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Says what this player shows, as long as it does. */
export function useShowsPlaying(id: string, clock: Playing['clock']): void {
  useEffect(() => {
    set({ id, clock })
    return () => set(undefined)
  }, [id, clock])
}

/** Where the player of the page is in a recording, in seconds; undefined while it shows none or another one. */
export function usePlaceIn(id: string): (() => number) | undefined {
  const now = useSyncExternalStore(subscribe, () => playing)
  return now?.id === id ? () => now.clock.at : undefined
}
