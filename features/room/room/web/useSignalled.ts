import { useEffect, useRef } from 'react'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'

/** A signal may be lost: asked again after so many milliseconds, and with every new connection. */
const again = 60_000
/** Milliseconds without another signal that are waited for, and how long at most, while they go on coming. */
const WAIT = { pause: 150, most: 1000 }

/** Does something when the room is connected anew and every while, for signals that were lost. Without a room never. */
export function useAgain(link: RoomNow['link'] | undefined, act: () => void): void {
  const before = useRef(link)
  useEffect(() => {
    if (link === 'on' && before.current !== 'on') act()
    before.current = link
  }, [link, act])
  const inRoom = link !== undefined
  useEffect(() => {
    if (!inRoom) return
    const repeat = setInterval(() => document.visibilityState === 'visible' && act(), again)
    return () => clearInterval(repeat)
  }, [inRoom, act])
}

/** Does something whenever a signal of that type comes, the room is connected anew, or a while has passed. */
export function useSignalled(
  connection: Pick<RoomConnection, 'onSignal'>,
  link: RoomNow['link'],
  type: string,
  act: () => void,
): void {
  useAgain(link, act)
  useEffect(() => {
    // many at once are asked for once
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
