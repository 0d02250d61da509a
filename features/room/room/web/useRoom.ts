import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onReturn } from './returning.ts'
import { roomClient } from './roomClient.ts'
import { RoomConnection, type RoomNow } from './roomConnection.ts'

function connectionTo(pitch: string): RoomConnection {
  const client = roomClient(pitch)
  return new RoomConnection(pitch, {
    // beside the slide, never before it
    open: async (...given) => (await import('./roomSocket.ts')).openSocket(...given),
    turn: mark => client.sgUpdatePitchPages({ pitch_uuid: pitch, ...mark }),
    renew: () => client.getPitchStatus({ uuid: pitch }),
  })
}

/** The room of a pitch, now, and the connection that keeps it so for as long as the screen stands. */
export function useRoom(pitch: string, connect = connectionTo): { now: RoomNow; connection: RoomConnection } {
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
