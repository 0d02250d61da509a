import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'

/** Leaves a room by a call and closes the connection; `comeBack` opens it again. */
export function useLeaving(pitch: string, client: RoomClient, connection: RoomConnection) {
  return {
    leave: () => {
      // a failure does not matter: without a connection the server counts the person as gone
      client.exitUser({ pitch_uuid: pitch }).catch(() => {})
      connection.close()
    },
    comeBack: () => void connection.open(),
  }
}
