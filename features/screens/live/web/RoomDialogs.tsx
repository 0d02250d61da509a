import type { ComponentProps } from 'react'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { OnStage } from '#features/room/stage/web/useStage.ts'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { laterPart } from '#web/light/laterPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'

const EndDialog = laterPart(async () => (await import('./EndDialog.tsx')).EndDialog, { failed: dialogFailed })
const StartDialog = laterPart(async () => (await import('./StartDialog.tsx')).StartDialog, { failed: dialogFailed })
const SettingsDialog = laterPart(async () => (await import('./SettingsDialog.tsx')).SettingsDialog, {
  failed: dialogFailed,
})
const SmallRoom = laterPart(async () => (await import('#features/screens/live/web/layout/SmallRoom.tsx')).SmallRoom, {
  failed: dialogFailed,
})
const StageInvitation = laterPart(
  async () => (await import('#features/room/stage/web/StageInvitation.tsx')).StageInvitation,
)

interface Props {
  pitch: string
  now: RoomNow
  onStage: boolean
  stage: OnStage
  video: Video
  /** The small window, while it is open, and the slide in it. */
  small: Window | undefined
  slide: Pick<ComponentProps<typeof SmallRoom>, 'page' | 'total' | 'zoom'>
  asks: 'start' | 'end' | 'settings' | undefined
  /** When it is planned to start. */
  planned: string
  onStart: () => void
  onCloseSmall: () => void
  onClose: () => void
  onLeave: () => void
}

/** What opens above the room, and the small window beside it. */
export function RoomDialogs({ pitch, now, onStage, stage, video, small, slide, asks, ...on }: Props) {
  const { me, here } = now
  return (
    <>
      {me && stage.asked && <StageInvitation pitch={pitch} me={me.id} stage={stage} video={video} />}
      {small && <SmallRoom window={small} {...slide} video={video.now} onClose={on.onCloseSmall} />}
      {asks === 'start' && <StartDialog planned={on.planned} onStart={on.onStart} onClose={on.onClose} />}
      {asks === 'end' && <EndDialog pitch={pitch} me={me?.id} here={here} onClose={on.onClose} onLeave={on.onLeave} />}
      {asks === 'settings' && (
        <SettingsDialog
          video={video}
          stage={onStage}
          lookBack={onStage ? { pitch, value: now.feed.view.room.lookBack } : undefined}
          onClose={on.onClose}
        />
      )}
    </>
  )
}
