import { useInRoom } from '#features/room/room/web/inRoom.tsx'

/** Whether attendees may ask: as the pitch was planned, until somebody has changed it in the room. */
export function useMayAsk(): boolean {
  const { info, room } = useInRoom()
  return room.questions.open ?? info.show_question
}
