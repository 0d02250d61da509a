import type { RoomClient } from '#features/room/web/roomClient.ts'
import { storedChoice } from './stageChoice.ts'
import { VideoConnection } from './videoConnection.ts'

const ahead = new Map<string, VideoConnection>()

/** A connection to the video of a pitch. */
const connectionTo = (pitch: string, client: RoomClient) =>
  new VideoConnection(
    { pass: () => client.getAgoraToken({ pitch_uuid: pitch }), load: () => import('livekit-client') },
    storedChoice(),
  )

/** Connects while people are still in front of a live room. Nothing is sent or received until they join. */
export function connectAhead(pitch: string, client: RoomClient): void {
  if (ahead.has(pitch)) return
  const connection = connectionTo(pitch, client)
  ahead.set(pitch, connection)
  void connection.open({ receives: false })
}

/** Begins to receive, for those who have just clicked: the pictures come while the room is drawn. */
export const receiveNow = (pitch: string): void => ahead.get(pitch)?.receive()

/** Ends a connection that nobody took into the room. */
export function closeAhead(pitch: string): void {
  ahead.get(pitch)?.close()
  ahead.delete(pitch)
}

/** The connection made ahead, once, else a new one. */
export function takeConnection(pitch: string, client: RoomClient): VideoConnection {
  const early = ahead.get(pitch)
  ahead.delete(pitch)
  return early ?? connectionTo(pitch, client)
}
