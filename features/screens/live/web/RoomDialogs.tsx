import { useCallback } from 'react'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { isEarly } from '#features/room/room/web/times.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'
import { useLiveScreen } from './liveScreen.ts'

const EndDialog = lazyPart(async () => (await import('./EndDialog.tsx')).EndDialog, { failed: dialogFailed })
const StartDialog = lazyPart(async () => (await import('./StartDialog.tsx')).StartDialog, { failed: dialogFailed })
const SettingsDialog = lazyPart(async () => (await import('./SettingsDialog.tsx')).SettingsDialog, {
  failed: dialogFailed,
})
const SmallRoom = lazyPart(async () => (await import('#features/screens/live/web/layout/SmallRoom.tsx')).SmallRoom, {
  failed: dialogFailed,
})
const ConsentDialog = lazyPart(
  async () => (await import('#features/room/recording/web/ConsentDialog.tsx')).ConsentDialog,
)
const CapacityNote = lazyPart(async () => (await import('#features/room/recording/web/CapacityNote.tsx')).CapacityNote)
const StageInvitation = lazyPart(
  async () => (await import('#features/room/stage/web/StageInvitation.tsx')).StageInvitation,
)

interface Props {
  dialog: 'start' | 'end' | 'settings' | undefined
  onClose: () => void
}

/** The dialogs of the room, and the small window. */
export function RoomDialogs({ dialog, onClose }: Props) {
  const { pitch, info, now, room } = useInRoom()
  const { stage, video, small, setSmall, starting, leave } = useLiveScreen()
  const closeSmall = useCallback(() => setSmall(undefined), [setSmall])
  const { me, here } = now
  return (
    <>
      {room.recorded && <ConsentDialog invitation={stage.invitation} onStage={stage.sends} />}
      {me && stage.asked && <StageInvitation pitch={pitch} me={me.id} stage={stage} video={video} />}
      {small && <SmallRoom window={small} onClose={closeSmall} />}
      {dialog === 'start' && (
        <StartDialog early={isEarly(info)} planned={info.start_date_raw} onStart={starting.run} onClose={onClose}>
          {info.recording === 'start' && !info.rehearsal_of && (
            <CapacityNote pitch={pitch} people={Math.max(1, now.presenters.length)} />
          )}
        </StartDialog>
      )}
      {dialog === 'end' && <EndDialog pitch={pitch} me={me?.id} here={here} onClose={onClose} onLeave={leave} />}
      {dialog === 'settings' && <SettingsDialog onClose={onClose} />}
    </>
  )
}
