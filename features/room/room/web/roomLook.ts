import { useSyncExternalStore } from 'react'

/** The room is dark to make the slide stand out; a viewer in a bright place may choose light. */
export const roomLooks = ['dark', 'light'] as const
export type RoomLook = (typeof roomLooks)[number]

const storedUnder = 'rostrum.room.look'
const watchers = new Set<() => void>()
let look = stored()

export function chooseRoomLook(chosen: RoomLook): void {
  look = chosen
  try {
    localStorage.setItem(storedUnder, chosen)
  } catch {
    // without storage the choice lasts as long as the page
  }
  for (const tell of watchers) tell()
}

export const useRoomLook = (): RoomLook => useSyncExternalStore(watch, () => look)

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

function stored(): RoomLook {
  try {
    return localStorage.getItem(storedUnder) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}
