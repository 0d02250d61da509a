import {
  IconMicrophone,
  IconMicrophoneOff,
  IconVideo,
  IconVideoOff,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#features/video/web/useVideo.ts'
import { Control } from './pieces/Control.tsx'

/** Microphone and camera of those who present. In a pause nothing goes out; what was chosen goes on afterwards. */
export function StageControls({ video, paused }: { video: Video; paused: boolean }) {
  const { t } = useTranslation('video')
  const { choice, choose } = video
  const microphone = choice.microphone && !paused
  const camera = choice.camera && !paused
  return (
    <>
      <Control
        icon={microphone ? <IconMicrophone size={22} /> : <IconMicrophoneOff size={22} />}
        label={t('control.microphone')}
        hint={t(paused ? 'control.paused' : microphone ? 'control.mute' : 'control.unmute')}
        shortcut="Alt A"
        look={microphone ? 'plain' : 'off'}
        disabled={paused}
        onPress={() => choose({ microphone: !choice.microphone })}
      />
      <Control
        icon={camera ? <IconVideo size={22} /> : <IconVideoOff size={22} />}
        label={t('control.camera')}
        hint={t(paused ? 'control.paused' : camera ? 'control.cameraOff' : 'control.cameraOn')}
        shortcut="Alt V"
        look={camera ? 'plain' : 'off'}
        disabled={paused}
        onPress={() => choose({ camera: !choice.camera })}
      />
    </>
  )
}

/** Whether those who attend hear anything here. */
export function SoundControl({ silent, onSilent }: { silent: boolean; onSilent: () => void }) {
  const { t } = useTranslation('video')
  return (
    <Control
      icon={silent ? <IconVolumeOff size={22} /> : <IconVolume size={22} />}
      label={t('control.sound')}
      hint={t(silent ? 'control.soundOn' : 'control.soundOff')}
      look={silent ? 'off' : 'plain'}
      onPress={onSilent}
    />
  )
}
