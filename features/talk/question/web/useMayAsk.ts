import { useInRoom } from '#features/room/room/web/inRoom.tsx'

/** Whether attendees may ask: as changed in the room, or as planned. */
export function useMayAsk(): boolean {
  const { info, room } = useInRoom()
  return room.questions.open ?? info.show_question
}
