import { roomClient } from '#features/room/room/web/roomClient.ts'
import { SlidesConnection } from '#features/room/slides/web/slidesConnection.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'

/** A connection to the room of a pitch with all its parts, not opened yet. */
export function connectionTo(pitch: string): SlidesConnection {
  const client = roomClient(pitch)
  return new SlidesConnection(pitch, {
    model: roomModel,
    // loaded beside the slide, not before it
    open: async (...given) => (await import('#features/room/room/web/roomSocket.ts')).openSocket(...given),
    turn: mark => client.sgUpdatePitchPages({ pitch_uuid: pitch, ...mark }),
    renew: () => client.getPitchStatus({ uuid: pitch }),
  })
}
