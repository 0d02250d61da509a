import { IconVolume } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { DeviceChoice } from '../DeviceChoice.tsx'
import { LevelMeter } from '../LevelMeter.tsx'
import { playTestSound } from '../sound.ts'
import type { Video } from '../useVideo.ts'
import '../video.css'

/** The devices during a pitch: their choice, the microphone's level, a test sound, and whether faces are shown. */
export function DevicesNow({ video, stage }: { video: Video; stage: boolean }) {
  const { t } = useTranslation(['video', 'device'])
  const { sound, microphone, pictures } = video.now
  const heard = useMemo(() => (sound && microphone ? new MediaStream([sound]) : undefined), [sound, microphone])
  const test = useAct(() => playTestSound(video.choice.speakerId))
  return (
    <>
      <DeviceChoice
        stage={stage}
        choice={video.choice}
        known={`${video.now.camera} ${microphone}`}
        onChoose={video.choose}
      />
      {stage && (
        <div className="stage-check-level">
          <LevelMeter stream={heard} />
          {!heard && <span>{t('video:check.muted')}</span>}
        </div>
      )}
      <div className="stage-check-foot">
        <Button look="quiet" busy={test.busy} onClick={() => test.run()}>
          <IconVolume size={18} aria-hidden />
          {t(test.busy ? 'video:check.playing' : 'video:check.speaker')}
        </Button>
        <label className="device-switch">
          <input
            type="checkbox"
            checked={pictures !== 'off'}
            onChange={event => video.showPictures(event.target.checked)}
          />
          {t('device:line.faces')}
        </label>
      </div>
      <Notice failure={test.failure} />
    </>
  )
}
