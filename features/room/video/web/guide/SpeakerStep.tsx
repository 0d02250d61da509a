import { IconVolume } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { useAct } from '#web/light/useAct.ts'
import { playTestSound } from '../sound.ts'
import { storedChoice } from '../stageChoice.ts'

interface Props {
  heard: boolean | undefined
  onHeard: (heard: boolean) => void
}

/** Plays a sound and asks the person whether they heard it. */
export function SpeakerStep({ heard, onHeard }: Props) {
  const { t } = useTranslation('guide')
  const play = useAct(() => playTestSound(storedChoice().speakerId))
  return (
    <div className="guide-speaker">
      <Button look="quiet" busy={play.busy} onClick={() => play.run()}>
        <IconVolume size={18} aria-hidden />
        {t('speaker.play')}
      </Button>
      <fieldset>
        <legend>{t('speaker.heard')}</legend>
        {([true, false] as const).map(answer => (
          <label key={String(answer)}>
            <input type="radio" name="heard" checked={heard === answer} onChange={() => onHeard(answer)} />
            {t(answer ? 'speaker.yes' : 'speaker.no')}
          </label>
        ))}
      </fieldset>
      {heard === false && <p className="guide-hint">{t('speaker.hint')}</p>}
    </div>
  )
}
