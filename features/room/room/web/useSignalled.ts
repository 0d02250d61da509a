import { useEffect, useRef } from 'react'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'

/** Milliseconds after which `act` runs without a signal, because signals may be lost. */
const REPEAT = 60_000
/** Milliseconds without another signal before `act` runs, and the most while signals go on. */
const WAIT = { pause: 150, most: 1000 }

/** Calls `act` after a new connection and once a minute, for lost signals. Without a room it never does. */
export function useAgain(link: RoomNow['link'] | undefined, act: () => void): void {
  const before = useRef(link)
  useEffect(() => {
    if (link === 'on' && before.current !== 'on') act()
    before.current = link
  }, [link, act])
  const inRoom = link !== undefined
  useEffect(() => {
    if (!inRoom) return
    const repeat = setInterval(() => document.visibilityState === 'visible' && act(), REPEAT)
    return () => clearInterval(repeat)
  }, [inRoom, act])
}

/** Calls `act` after signals of that type, after a new connection, and once a minute. */
export function useSignalled(
  connection: Pick<RoomConnection, 'onSignal'>,
  link: RoomNow['link'],
  type: string,
  act: () => void,
): void {
  useAgain(link, act)
  useEffect(() => {
    // many signals at once make one call
    let waits: { timer: ReturnType<typeof setTimeout>; since: number } | undefined
    const stop = connection.onSignal(signal => {
      if (signal.type !== type) return
      const now = performance.now()
      const since = waits?.since ?? now
      clearTimeout(waits?.timer)
      const timer = setTimeout(
        () => {
          waits = undefined
          act()
        },
        Math.max(0, Math.min(WAIT.pause, since + WAIT.most - now)),
      )
      waits = { timer, since }
    })
    return () => {
      stop()
      clearTimeout(waits?.timer)
    }
  }, [connection, type, act])
}
