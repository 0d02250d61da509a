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
import { pressDevice, silenceOf, type Video } from '#features/room/video/web/useVideo.ts'
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
 * Microphone and camera of a person on stage. A device that is blocked or missing, or that another window sends, looks
 * off. During a pause nothing is sent; afterwards the choice applies again.
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

/** Switches the sound of the room on or off for an attendee. */
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
