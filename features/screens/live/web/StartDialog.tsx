import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { formatTime } from '#web/ui/time.ts'

interface Props {
  /** The planned start. */
  planned: string
  onStart: () => void
  onClose: () => void
}

/** Confirms a start long before its time, since it lets attendees in and cannot be undone. */
export function StartDialog({ planned, onStart, onClose }: Props) {
  const { t, i18n } = useTranslation('room')
  return (
    <Dialog
      title={t('start.title')}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('start.wait')}
          </Button>
          <Button
            onClick={() => {
              onClose()
              onStart()
            }}
          >
            {t('start.now')}
          </Button>
        </>
      }
    >
      <p>{t('start.text', { when: formatTime(planned, i18n.language, 'full') })}</p>
    </Dialog>
  )
}
