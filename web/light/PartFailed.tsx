import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import './light.css'

interface Props {
  again: () => void
  onClose?: (() => void) | undefined
}

/** Shown instead of a requested part that could not be fetched. After an update only a reload brings it. */
export function PartFailed({ again, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <div className="part-failed" role="alert">
      <p>
        <IconAlertCircle size={20} aria-hidden />
        {t('part.failed')}
      </p>
      <div>
        <Button onClick={again}>{t('act.retry')}</Button>
        <Button look="quiet" onClick={() => location.reload()}>
          {t('page.reload')}
        </Button>
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            {t('act.close')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface Closes {
  onClose: (byKey: boolean) => void
}

/** The same for a part that is a dialog: above the room, which goes on. */
export const dialogFailed = (again: () => void, { onClose }: Closes): ReactNode => (
  <div className="part-failed-above">
    <PartFailed again={again} onClose={() => onClose(false)} />
  </div>
)

/** The same for a part inside another one, or for a whole page. */
export const partFailed = (again: () => void): ReactNode => <PartFailed again={again} />
export const pageFailed = (again: () => void): ReactNode => (
  <main className="part-failed-page">
    <PartFailed again={again} />
  </main>
)
