import { IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presents } from '#features/core/pitch/rules.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { CapacityNote } from './CapacityNote.tsx'
import { useAnswer, useConsent } from './consent.ts'
import './recording.css'

/** Tells at the door that a pitch is recorded, and asks whether the person agrees; either way they may enter. */
export function DoorNotice({ pitch, info }: { pitch: string; info: JoinInfo }) {
  const { t } = useTranslation('recording')
  const agrees = useConsent(pitch, info)
  const answer = useAnswer(pitch)
  const [changes, setChanges] = useState(false)
  if (info.recording === 'not' || info.rehearsal_of) return null
  const say = (yes: boolean) => void answer.run(yes).then(done => done && setChanges(false))
  const isAsked = agrees === null || changes
  return (
    <section className="recording-door" aria-labelledby="recording-door-title">
      <h2 id="recording-door-title">
        <IconVideo size={18} aria-hidden />
        {t(`door.${info.recording}`)}
      </h2>
      <p role="status">{isAsked ? t('words') : t(agrees ? 'agreed' : 'declined')}</p>
      <div className="recording-answers">
        {isAsked ? (
          <>
            <Button look="quiet" busy={answer.busy} onClick={() => say(false)}>
              {t('decline')}
            </Button>
            <Button busy={answer.busy} onClick={() => say(true)}>
              {t('agree')}
            </Button>
          </>
        ) : (
          <Button look="quiet" onClick={() => setChanges(true)}>
            {t('change')}
          </Button>
        )}
      </div>
      <Notice failure={answer.failure} />
      {presents(info.part) && <CapacityNote pitch={pitch} people={1} />}
    </section>
  )
}
