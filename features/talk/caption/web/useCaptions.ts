import { useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { Caption } from '#features/talk/caption/events.ts'
import { type Arrived, GOES_STALE, noteArrivals, STAYS, shownCaptions } from './shownCaptions.ts'

/** The captions of a room that are in view. */
export function useCaptions(connection: RoomConnection): readonly Caption[] {
  const { feed } = useSyncExternalStore(connection.subscribe, connection.get)
  const { captions } = feed.view.room
  const [goingOn, setGoingOn] = useState<readonly Arrived[]>([])
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  const known = useRef<readonly Arrived[]>([])
  useEffect(
    () =>
      connection.onSignal(signal => {
        if (signal.type !== 'captionGoesOn') return
        const caption = signal.payload as Caption
        const at = Date.now()
        setGoingOn(all => [
          ...all.filter(one => one.caption.speaker !== caption.speaker && at - one.at < GOES_STALE),
          { caption, at },
        ])
      }),
    [connection],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn is what tells that time has passed
  const shown = useMemo(() => {
    const now = Date.now()
    known.current = noteArrivals(known.current, captions, now)
    return shownCaptions(known.current, goingOn, now)
  }, [captions, goingOn, turn])
  useEffect(() => {
    if (shown.length === 0) return
    const timer = setInterval(again, Math.min(STAYS, GOES_STALE) / 4)
    return () => clearInterval(timer)
  }, [shown.length])
  return shown
}
