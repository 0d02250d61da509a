import { guestName } from '#features/core/account/veil.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Watermark } from '#web/light/Watermark.tsx'

/**
 * The viewer's name over what is shown, also in the small window, as attendees know it: their number in guest mode, and before
 * they have given a name.
 */
export function OwnName() {
  const { info, room, now } = useInRoom()
  const nameOf = useShownName()
  if (!info.watermark || !now.me) return null
  const { id, name } = now.me
  const isGuest = room.guests.on && info.part === 'attendee' && !room.guests.hosts.includes(id)
  return <Watermark text={nameOf(isGuest || !name ? guestName(id) : name)} />
}
