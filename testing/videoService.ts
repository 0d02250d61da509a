import { RoomServiceClient } from 'livekit-server-sdk'
import { identityOf, senderOf } from '#features/room/media/server/identities.ts'
import { pitchOfVideoRoom } from '#features/room/media/server/videoRoom.ts'
import type { Media } from '#server/media/livekit.ts'

/** LiveKit's service, whose participants are accounts and second devices instead of their identities. */
export function videoService(media: Media): RoomServiceClient {
  const service = new RoomServiceClient(media.httpUrl, media.apiKey, media.apiSecret)
  const inRoom = (room: string, sender: string) => identityOf(media, pitchOfVideoRoom(media, room) ?? 0, sender)
  const { getParticipant, listParticipants, updateParticipant, removeParticipant } = service
  return Object.assign(service, {
    getParticipant: (room: string, sender: string) => getParticipant.call(service, room, inRoom(room, sender)),
    listParticipants: async (room: string) => {
      const all = await listParticipants.call(service, room)
      for (const one of all) one.identity = senderOf(media, pitchOfVideoRoom(media, room) ?? 0, one.identity)
      return all
    },
    updateParticipant: (room: string, sender: string, ...change: [never]) =>
      updateParticipant.call(service, room, inRoom(room, sender), ...change),
    removeParticipant: (room: string, sender: string, ...how: []) =>
      removeParticipant.call(service, room, inRoom(room, sender), ...how),
  })
}
