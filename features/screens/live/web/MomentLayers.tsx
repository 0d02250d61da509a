import { guestName } from '#features/core/account/veil.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { ReactionsShown } from '#features/room/slides/web/moment/ReactionsShown.tsx'
import { CaptionLine } from '#features/talk/caption/web/CaptionLine.tsx'
import { Watermark } from '#web/light/Watermark.tsx'

/** Watermark, captions and reactions over the stage. They load after the slide. */
export const MomentLayers = () => (
  <>
    <OwnName />
    <CaptionLine />
    <ReactionsShown />
  </>
)

/** The viewer's name as attendees know it: their number in guest mode, and before they have given a name. */
function OwnName() {
  const { info, room, now } = useInRoom()
  const nameOf = useShownName()
  if (!info.watermark || !now.me) return null
  const { id, name } = now.me
  const isGuest = room.guests.on && info.part === 'attendee' && !room.guests.hosts.includes(id)
  return <Watermark text={nameOf(isGuest || !name ? guestName(id) : name)} />
}
