import { useEffect } from 'react'
import type { RoomConnection, RoomNow } from '#features/room/web/roomConnection.ts'

/** A signal may be lost: asked again after so many milliseconds, and with every new connection. */
const again = 60_000

/** Does something whenever a signal of that type comes, the room is connected anew, or a while has passed. */
export function useSignalled(connection: RoomConnection, link: RoomNow['link'], type: string, act: () => void): void {
  useEffect(() => {
    if (link === 'on') act()
  }, [link, act])
  useEffect(() => {
    // many at once are asked for once
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = connection.onSignal(signal => {
      if (signal.type !== type) return
      clearTimeout(timer)
      timer = setTimeout(act, 150)
    })
    const repeat = setInterval(() => document.visibilityState === 'visible' && act(), again)
    return () => {
      stop()
      clearTimeout(timer)
      clearInterval(repeat)
    }
  }, [connection, type, act])
}
