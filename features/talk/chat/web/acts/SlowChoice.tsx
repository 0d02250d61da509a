import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { writeAmount } from '#contract/amounts.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { slowModes } from '#features/talk/chat/rules.ts'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

/** The choice of slow mode, for moderators. */
export function SlowChoice({ pitch, slow }: { pitch: string; slow: number }) {
  const { t, i18n } = useTranslation('acts')
  const id = useId()
  const set = useAct((seconds: (typeof slowModes)[number]) =>
    roomClient(pitch).updatePitchSlowMode({ pitch_uuid: pitch, seconds }),
  )
  return (
    <div className="chat-slow-choice">
      <label htmlFor={id}>{t('slowTitle')}</label>
      <select
        id={id}
        value={slow}
        onChange={event => {
          const seconds = slowModes.find(one => one === Number(event.target.value))
          if (seconds !== undefined) void set.run(seconds)
        }}
      >
        {slowModes.map(seconds => (
          <option key={seconds} value={seconds}>
            {seconds === 0 ? t('slowOff') : writeAmount(seconds, 'second', i18n.language)}
          </option>
        ))}
      </select>
      <Notice failure={set.failure} />
    </div>
  )
}
