import { useSyncExternalStore } from 'react'

// The number of commitments since the panel with their sum was last open, shown on its control and on the menu above
// it.

let count = 0
const watchers = new Set<() => void>()
const set = (next: number) => {
  count = next
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const noteCommitments = (more = 1): void => set(count + more)
export const seeCommitments = (): void => set(0)
export const useNewCommitments = (): number => useSyncExternalStore(subscribe, () => count)
