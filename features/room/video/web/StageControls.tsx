import {
  IconMicrophone,
  IconMicrophoneOff,
  IconVideo,
  IconVideoOff,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#features/room/video/web/capture.ts'
import { pressDevice, silenceOf } from '#features/room/video/web/deviceControl.ts'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { Control } from '#web/light/Control.tsx'

interface Props {
  video: Video
  paused: boolean
  /** Which of them may be sent. */
  may?: Readonly<Record<Source, boolean>>
}

const sources = ['microphone', 'camera'] as const
const pictures = {
  microphone: [IconMicrophone, IconMicrophoneOff],
  camera: [IconVideo, IconVideoOff],
} as const
const hints = {
  microphone: ['control.mute', 'control.unmute'],
  camera: ['control.cameraOff', 'control.cameraOn'],
} as const

/**
 * Microphone and camera of somebody on stage, on only where they can be: one that is blocked or missing, or is sent by
 * another window, looks off. In a pause nothing goes out; what was chosen goes on afterwards.
 */
export function StageControls({ video, paused, may = { microphone: true, camera: true } }: Props) {
  const { t } = useTranslation(['video', 'room'])
  return sources
    .filter(source => may[source])
    .map(source => {
      const silence = silenceOf(video, source)
      const away = silence === 'elsewhere'
      const on = video.choice[source] && !paused && !silence
      const Icon = pictures[source][on ? 0 : 1]
      return (
        <Control
          key={source}
          icon={<Icon size={22} />}
          label={t(`control.${source}`)}
          hint={t(away ? 'room:banner.elsewhere' : paused ? 'control.paused' : hints[source][on ? 0 : 1])}
          shortcut={source === 'microphone' ? 'Alt A' : 'Alt V'}
          look={on ? 'plain' : 'off'}
          disabled={paused || away}
          onPress={() => pressDevice(video, source)}
        />
      )
    })
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
