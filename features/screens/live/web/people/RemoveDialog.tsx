import { useTranslation } from 'react-i18next'
import type { Person } from '#features/room/guest/contract.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

interface Props {
  pitch: string
  person: Person
  onClose: () => void
  onRemoved: () => void
}

/** [RULE-105] Confirms the removal of an attendee. */
export function RemoveDialog({ pitch, person, onClose, onRemoved }: Props) {
  const { t } = useTranslation('room')
  const name = useShownName()(person.name)
  const remove = useAct(() => roomClient(pitch).removeAttendee({ pitch_uuid: pitch, user_id: person.id }))
  return (
    <Dialog
      title={t('people.removeTitle', { name })}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('people.keep')}
          </Button>
          <Button
            look="danger"
            busy={remove.busy}
            onClick={async () => {
              if (!(await remove.run())) return
              onClose()
              onRemoved()
            }}
          >
            {t('people.removeNow')}
          </Button>
        </>
      }
    >
      <p>{t('people.removeText', { name })}</p>
      <Notice failure={remove.failure} />
    </Dialog>
  )
}
