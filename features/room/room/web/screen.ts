import { useSyncExternalStore } from 'react'

/** [ERR-069] Whether this browser can fill the screen. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true

export function toggleFullscreen(): void {
  if (!canFillScreen()) return
  // a refusal of the browser changes nothing
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else document.documentElement.requestFullscreen().catch(() => {})
}

/** A phone's screen, on which a presenter's bar has one row for its controls, as in room.css. */
const NARROW = '(width < 45rem) and (height >= 30rem), (width < 30rem)'

const list = () => matchMedia(NARROW)
const watch = (tell: () => void) => {
  const found = list()
  found.addEventListener('change', tell)
  return () => found.removeEventListener('change', tell)
}

/** Whether this is a phone, on which the bar keeps seldom-used controls behind More. */
export const useNarrowBar = (): boolean => useSyncExternalStore(watch, () => list().matches)
