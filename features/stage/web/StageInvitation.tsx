import { useTranslation } from 'react-i18next'
import { Button } from '#features/room/web/pieces/Button.tsx'
import { Dialog } from '#features/room/web/pieces/Dialog.tsx'
import { Notice } from '#features/room/web/pieces/Notice.tsx'
import { useAct } from '#features/room/web/pieces/useAct.ts'
import { roomClient } from '#features/room/web/roomClient.ts'
import type { Video } from '#features/video/web/useVideo.ts'
import type { OnStage } from './useStage.ts'

interface Props {
  pitch: string
  me: string
  stage: OnStage
  video: Video
}

/** Asks whoever was let on stage before anybody sees or hears them. Closing it is a no. */
export function StageInvitation({ pitch, me, stage, video }: Props) {
  const { t } = useTranslation('stage')
  const refuse = useAct(() => roomClient(pitch).revokeStage({ pitch_uuid: pitch, user_id: me }))
  if (!stage.asked || stage.agreed) return null
  const leads = stage.asked === 'host'
  const agree = (microphone: boolean, camera: boolean) => {
    video.choose({ microphone, camera })
    stage.agree()
  }
  // whoever leads the pitch may do so without being seen or heard
  const decline = () => (leads ? agree(false, false) : void refuse.run())
  return (
    <Dialog
      title={t('invited.title')}
      onClose={decline}
      acts={
        <>
          <Button look="quiet" busy={refuse.busy} onClick={decline}>
            {t(leads ? 'invited.later' : 'invited.refuse')}
          </Button>
          <Button onClick={() => agree(true, stage.asked !== 'microphone')}>
            {t(stage.asked === 'microphone' ? 'invited.accept' : 'invited.acceptBoth')}
          </Button>
        </>
      }
    >
      <p>{t(`invited.${stage.asked}`)}</p>
      <Notice failure={refuse.failure} />
    </Dialog>
  )
}
