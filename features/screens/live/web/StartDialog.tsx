import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { formatTime } from '#web/ui/time.ts'

interface Props {
  /** It is long before the planned start. */
  early: boolean
  /** The planned start. */
  planned: string
  onStart: () => void
  onClose: () => void
  /** What else to know before the start. */
  children?: ReactNode
}

/** Confirms a start long before its time, since it lets attendees in and cannot be undone, or one that is not recorded. */
export function StartDialog({ early, planned, onStart, onClose, children }: Props) {
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
      {early && <p>{t('start.text', { when: formatTime(planned, i18n.language, 'full') })}</p>}
      {children}
    </Dialog>
  )
}
