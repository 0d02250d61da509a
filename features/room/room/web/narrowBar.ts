import { useSyncExternalStore } from 'react'

/** Where the bar of somebody who presents has one row for its controls: a phone, as room.css has it. */
const NARROW = '(width < 45rem) and (height >= 30rem), (width < 30rem)'

const list = () => matchMedia(NARROW)
const watch = (tell: () => void) => {
  const found = list()
  found.addEventListener('change', tell)
  return () => found.removeEventListener('change', tell)
}

/** Whether this is a phone, on which the bar keeps what is seldom needed behind one control. */
export const useNarrowBar = (): boolean => useSyncExternalStore(watch, () => list().matches)
