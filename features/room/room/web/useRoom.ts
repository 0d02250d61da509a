import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onReturn } from './returning.ts'
import type { RoomConnection, RoomNow } from './roomConnection.ts'

/** The current state of a pitch's room, and the connection that updates it while the screen is open. */
export function useRoom<C extends RoomConnection>(
  pitch: string,
  connect: (pitch: string) => C,
): { now: RoomNow; connection: C } {
  const connection = useMemo(() => connect(pitch), [pitch, connect])
  useEffect(() => {
    const watch = () => connection.watch({ visible: document.visibilityState === 'visible' })
    watch()
    void connection.open()
    document.addEventListener('visibilitychange', watch)
    const stopListening = onReturn(() => connection.wake())
    return () => {
      stopListening()
      document.removeEventListener('visibilitychange', watch)
      connection.close()
    }
  }, [connection])
  return { now: useSyncExternalStore(connection.subscribe, connection.getShown), connection }
}
