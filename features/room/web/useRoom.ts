import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onReturn } from './returning.ts'
import { roomClient } from './roomClient.ts'
import { RoomConnection, type RoomNow } from './roomConnection.ts'
import type { RoomSocket } from './roomParts.ts'

/**
 * Pauses between attempts to connect, and how long one may take, in milliseconds: soon at first, never all browsers at the
 * same moment, and three seconds after a network that was dead without a word lives again.
 */
const attempts = { reconnectionDelay: 200, reconnectionDelayMax: 1000, randomizationFactor: 0.5, timeout: 2500 }

function connectionTo(pitch: string): RoomConnection {
  const client = roomClient(pitch)
  return new RoomConnection(pitch, {
    // beside the slide, never before it
    open: async (namespace, auth) => {
      const { io } = await import('socket.io-client')
      return io(namespace, {
        transports: ['websocket'],
        autoConnect: false,
        forceNew: true,
        auth,
        ...attempts,
      }) as unknown as RoomSocket
    },
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
  return { now: useSyncExternalStore(connection.subscribe, connection.get), connection }
}
