import { useTranslation } from 'react-i18next'
import { Button } from './pieces/Button.tsx'
import { Dialog } from './pieces/Dialog.tsx'
import { Notice } from './pieces/Notice.tsx'
import { useAct } from './pieces/useAct.ts'
import { roomClient } from './roomClient.ts'

interface Props {
  pitch: string
  here: number
  onClose: () => void
  onLeave: () => void
}

/** [STATE-034] Ending is for everyone, so it says for how many; leaving alone is offered beside it. */
export function EndDialog({ pitch, here, onClose, onLeave }: Props) {
  const { t } = useTranslation(['room', 'common'])
  const end = useAct(() => roomClient(pitch).endPitch({ uuid: pitch }))
  return (
    <Dialog
      title={t('room:end.title')}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button look="quiet" onClick={onLeave}>
            {t('room:end.leave')}
          </Button>
          <Button look="danger" busy={end.busy} onClick={async () => (await end.run()) && onClose()}>
            {t('room:end.now')}
          </Button>
        </>
      }
    >
      <p>{t('room:end.text', { count: Math.max(0, here - 1) })}</p>
      <Notice failure={end.failure} />
    </Dialog>
  )
}
