import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { OnStage } from './useStage.ts'

interface Props {
  pitch: string
  me: string
  stage: OnStage
  video: Video
}

/**
 * Asks an attendee who was let on stage for consent before they are seen or heard. Closing it is a no. A speaker who may now
 * be seen as well is informed, because the presenter waits for it.
 */
export function StageInvitation({ pitch, me, stage, video }: Props) {
  const { t } = useTranslation('stage')
  const refuse = useAct(() => roomClient(pitch).revokeStage({ pitch_uuid: pitch, user_id: me }))
  const [answered, setAnswered] = useState(stage.asked)
  if (!stage.asked) return null
  if (stage.agreed) {
    const isMore = answered === 'microphone' && stage.asked === 'both' && !video.choice.camera
    return isMore ? <MayBeSeen video={video} onAnswer={() => setAnswered('both')} /> : null
  }
  const leads = stage.asked === 'host'
  const agree = (microphone: boolean, camera: boolean) => {
    video.choose({ microphone, camera })
    setAnswered(stage.asked)
    stage.agree()
  }
  // a leader may lead without being seen or heard
  const decline = () => (leads ? agree(false, false) : void refuse.run())
  return (
    <Dialog
      unasked
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

function MayBeSeen({ video, onAnswer }: { video: Video; onAnswer: () => void }) {
  const { t } = useTranslation('stage')
  const show = () => {
    video.choose({ camera: true })
    onAnswer()
  }
  return (
    <Dialog
      unasked
      title={t('invited.camera.title')}
      onClose={onAnswer}
      acts={
        <>
          <Button look="quiet" onClick={onAnswer}>
            {t('invited.camera.later')}
          </Button>
          <Button onClick={show}>{t('invited.camera.accept')}</Button>
        </>
      }
    >
      <p>{t('invited.camera.text')}</p>
    </Dialog>
  )
}
