import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'

/** Leaving a room: the server is told, and the connection ends, until one comes back. */
export function useLeaving(pitch: string, client: RoomClient, connection: RoomConnection) {
  return {
    leave: () => {
      // whoever is gone for the server anyway, has left
      client.exitUser({ pitch_uuid: pitch }).catch(() => {})
      connection.close()
    },
    comeBack: () => void connection.open(),
  }
}
