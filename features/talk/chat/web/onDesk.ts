import { useSyncExternalStore } from 'react'

const nothing: ReadonlySet<number> = new Set()
let messages = nothing
const watchers = new Set<() => void>()
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Notes which messages of everybody's chat are on the question desk, as the server has last said. */
export function noteOnDesk(ids: readonly number[]): void {
  if (ids.length === messages.size && ids.every(id => messages.has(id))) return
  messages = new Set(ids)
  for (const watcher of watchers) watcher()
}

/** Those messages, for whoever looks after the room: nobody forwards again what another one has forwarded. */
export const useOnDesk = (): ReadonlySet<number> => useSyncExternalStore(subscribe, () => messages)
