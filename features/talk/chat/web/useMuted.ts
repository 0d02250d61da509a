import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { isMuted } from '../apply.ts'

/** Whether one may not write in this room now. */
export function useMuted(): boolean {
  const { info, now, room } = useInRoom()
  // what the page was told on arrival counts until the room itself is known
  return now.me ? now.me.part === 'attendee' && isMuted(room.mute, now.me.id) : info.is_mute_chat
}
