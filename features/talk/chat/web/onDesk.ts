import { useSyncExternalStore } from 'react'

const nothing: ReadonlySet<number> = new Set()
let messages = nothing
const watchers = new Set<() => void>()
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Stores which messages of the public chat are on the question desk, by the server's last answer. */
export function noteOnDesk(ids: readonly number[]): void {
  if (ids.length === messages.size && ids.every(id => messages.has(id))) return
  messages = new Set(ids)
  for (const watcher of watchers) watcher()
}

/** The messages on the desk, so that two moderators do not forward the same one. */
export const useOnDesk = (): ReadonlySet<number> => useSyncExternalStore(subscribe, () => messages)
