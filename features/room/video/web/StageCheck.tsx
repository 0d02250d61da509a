import {
  IconBackground,
  IconMicrophone,
  IconMicrophoneOff,
  IconVideo,
  IconVideoOff,
  IconVolume,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { Control } from '#web/light/Control.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useBackground } from './background/useBackground.ts'
import { type CaptureProblem, missingHere } from './capture.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { playTestSound } from './sound.ts'
import { type StageChoice, storeChoice, storedChoice } from './stageChoice.ts'
import { Mirror } from './TrackVideo.tsx'
import { usePreview } from './usePreview.ts'
import './video.css'

const BackgroundChoices = lazyPart(async () => (await import('./background/BackgroundChoices.tsx')).BackgroundChoices, {
  waits: <div aria-busy />,
  failed: partFailed,
})

/** [SCREEN-040] The own picture, the microphone's level, the devices, a test sound, and whether this browser is suitable. */
export function StageCheck() {
  const { t } = useTranslation('video')
  const [choice, setChoice] = useState(storedChoice)
  const [attempt, setAttempt] = useState(0)
  const choose = (change: Partial<StageChoice>) => setChoice(storeChoice(change))
  const camera = usePreview('camera', choice.camera, choice.cameraId, attempt)
  const microphone = usePreview('microphone', choice.microphone, choice.microphoneId, attempt)
  const test = useAct(() => playTestSound(choice.speakerId))
  const [picture, setPicture] = useState(0)
  const seen = useBackground(camera.stream, choice.background, picture)
  const [changes, setChanges] = useState(false)
  const lacks = missingHere(globalThis as never)
  return (
    <div className="stage-check">
      <PictureCheck stream={seen.stream} choice={choice} onChoose={choose} />
      <div className="stage-check-level">
        <IconMicrophone size={18} aria-hidden />
        <LevelMeter stream={microphone.stream} />
      </div>
      {lacks ? (
        <Problem problem={lacks} />
      ) : (
        <>
          <Problem source="camera" problem={camera.problem} onRetry={() => setAttempt(attempt + 1)} />
          {microphone.problem !== camera.problem && (
            <Problem source="microphone" problem={microphone.problem} onRetry={() => setAttempt(attempt + 1)} />
          )}
        </>
      )}
      <DeviceChoice stage choice={choice} known={camera.stream ?? microphone.stream} onChoose={choose} />
      {changes && (
        <BackgroundChoices
          choice={choice.background ?? 'none'}
          state={seen.state}
          onChoose={background => choose({ background })}
          onPicture={() => setPicture(picture + 1)}
        />
      )}
      <div className="stage-check-foot">
        {!lacks && (
          <Button look="quiet" aria-expanded={changes} onClick={() => setChanges(!changes)}>
            <IconBackground size={18} aria-hidden />
            {t('background.open')}
          </Button>
        )}
        <Button look="quiet" busy={test.busy} onClick={() => test.run()}>
          <IconVolume size={18} aria-hidden />
          {t(test.busy ? 'check.playing' : 'check.speaker')}
        </Button>
        {!lacks && <p className="stage-check-good">{t('check.browserGood')}</p>}
      </div>
    </div>
  )
}

interface PictureProps {
  stream: MediaStream | undefined
  choice: StageChoice
  onChoose: (change: Partial<StageChoice>) => void
}

/** The own picture, with the switches of microphone and camera. */
function PictureCheck({ stream, choice, onChoose }: PictureProps) {
  const { t } = useTranslation('video')
  return (
    <div className="stage-check-picture">
      {stream ? <Mirror stream={stream} /> : <p>{t(choice.camera ? 'check.noPicture' : 'check.cameraOff')}</p>}
      <div className="stage-check-switches" data-look="dark">
        <Control
          icon={choice.microphone ? <IconMicrophone size={22} /> : <IconMicrophoneOff size={22} />}
          label={t('control.microphone')}
          hint={t(choice.microphone ? 'control.mute' : 'control.unmute')}
          look={choice.microphone ? 'plain' : 'off'}
          onPress={() => onChoose({ microphone: !choice.microphone })}
        />
        <Control
          icon={choice.camera ? <IconVideo size={22} /> : <IconVideoOff size={22} />}
          label={t('control.camera')}
          hint={t(choice.camera ? 'control.cameraOff' : 'control.cameraOn')}
          look={choice.camera ? 'plain' : 'off'}
          onPress={() => onChoose({ camera: !choice.camera })}
        />
      </div>
    </div>
  )
}

/** Why a device cannot be used, and the next step. */
function Problem({
  source = 'camera',
  problem,
  onRetry,
}: {
  source?: 'camera' | 'microphone'
  problem: CaptureProblem | undefined
  onRetry?: () => void
}) {
  const { t } = useTranslation(['video', 'common'])
  if (!problem) return null
  return (
    <div className="piece-notice" role="alert">
      <p>
        <strong>{t(`video:problem.${problem}.${source}`)}</strong> {t(`video:problem.${problem}.step`)}
      </p>
      {onRetry && (
        <Button look="quiet" onClick={onRetry}>
          {t('common:act.retry')}
        </Button>
      )}
    </div>
  )
}
