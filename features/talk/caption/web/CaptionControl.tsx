import { IconBadgeCc, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Control } from '#web/light/Control.tsx'
import { CaptionDialog } from './CaptionDialog.tsx'
import { chooseCaptions, useCaptionChoice } from './captionChoice.ts'
import { useCaptionSettings, useSpeech } from './captionSettings.ts'
import { useSpeaking } from './useSpeaking.ts'
import './caption.css'

interface Props {
  /** The reader may speak in this room, as a presenter or by invitation to the stage. */
  mayPublish: boolean
  /** The reader manages the pitch. */
  manages: boolean
  /** The pitch is live and not paused. */
  goesOn: boolean
  /** The reader's microphone is on, and sent from this window. */
  microphone: boolean
  /** The room is connected. */
  isOn: boolean
}

/** [PROD-018] The caption button. It also captions the speaker, whether the dialog is open or not. */
export function CaptionControl({ mayPublish, manages, goesOn, microphone, isOn }: Props) {
  const { t } = useTranslation('caption')
  const { pitch, client } = useInRoom()
  const choice = useCaptionChoice()
  const [open, setOpen] = useState(false)
  const settings = useCaptionSettings(pitch, (open && 'open') || (mayPublish && (goesOn ? 'live' : 'before')))
  const speech = useSpeech()
  const speaks = mayPublish && goesOn && microphone
  const wanted = speaks && choice.speaks && speech === 'browser'
  const speaking = useSpeaking(pitch, client, { wanted, isOn, language: choice.spoken })
  const { state, problem } = speaking.listening
  const isOff = speaks && (wanted ? problem !== undefined : speech === 'down')
  const isHeard = wanted ? state === 'listening' : speaks && speech === 'server' && settings?.recognised === true
  const hint = isOff || isHeard ? t(isOff ? 'control.problem' : 'control.listening') : undefined
  return (
    <>
      <Control
        icon={<IconBadgeCc size={22} />}
        label={t('title')}
        hint={[t(choice.on ? 'control.turnOff' : 'control.turnOn'), hint].filter(Boolean).join('. ')}
        look={isOff ? 'off' : choice.on || (wanted && state === 'listening') ? 'accent' : 'plain'}
        pressed={choice.on}
        onPress={() => chooseCaptions({ on: !choice.on })}
      />
      <button
        type="button"
        className="piece-icon-button caption-more"
        title={t('control.choices')}
        aria-label={t('control.choices')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconChevronUp size={16} aria-hidden />
      </button>
      {open && (
        <CaptionDialog
          pitch={pitch}
          manages={manages}
          speaking={mayPublish ? { ...speaking, goesOn, microphone } : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
