import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAnswer, useConsent } from './consent.ts'

interface Props {
  /** What asks the person onto the stage: a new invitation asks again. */
  invitation: number | undefined
  /** The person is on stage, so they are not heard before they agree. */
  onStage: boolean
}

/** Asks a person in a room that is recorded who has not answered, and one who declined when they are invited on stage. */
export function ConsentDialog({ invitation, onStage }: Props) {
  const { t } = useTranslation('recording')
  const { pitch, info, room } = useInRoom()
  const agrees = useConsent(pitch, info)
  const answer = useAnswer(pitch)
  const [declinedAt, setDeclinedAt] = useState<number>()
  // what was declined before this invitation does not answer it
  const asksAgain = agrees === false && invitation !== undefined && declinedAt !== invitation
  const asks = room.recorded && (agrees === null || asksAgain)
  useEffect(() => answer.forget(), [answer.forget])
  if (!asks) return null
  const say = (yes: boolean) => {
    if (!yes && agrees === false) setDeclinedAt(invitation)
    else void answer.run(yes).then(done => done && !yes && setDeclinedAt(invitation))
  }
  return (
    <Dialog
      unasked
      title={t('asked.title')}
      onClose={() => say(false)}
      acts={
        <>
          <Button look="quiet" busy={answer.busy} onClick={() => say(false)}>
            {t('decline')}
          </Button>
          <Button busy={answer.busy} onClick={() => say(true)}>
            {t('agree')}
          </Button>
        </>
      }
    >
      <p>{t('words')}</p>
      {onStage && <p>{t('asked.silent')}</p>}
      <Notice failure={answer.failure} />
    </Dialog>
  )
}
