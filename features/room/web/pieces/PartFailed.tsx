import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import './pieces.css'

interface Props {
  again: () => void
  onClose?: (() => void) | undefined
}

/** In the place of what somebody asked for and what did not come. After an update only a reload brings it. */
export function PartFailed({ again, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <div className="piece-notice" role="alert">
      <IconAlertCircle size={18} aria-hidden />
      <p>{t('part.failed')}</p>
      <Button look="quiet" onClick={again}>
        {t('act.retry')}
      </Button>
      <Button look="quiet" onClick={() => location.reload()}>
        {t('page.reload')}
      </Button>
      {onClose && (
        <Button look="quiet" onClick={onClose}>
          {t('act.close')}
        </Button>
      )}
    </div>
  )
}

interface Closes {
  onClose: (byKey: boolean) => void
}

/** The same where a panel would stand. */
export const panelFailed = (again: () => void, { onClose }: Closes): ReactNode => (
  <section className="panel" id="room-panel">
    <PartFailed again={again} onClose={() => onClose(false)} />
  </section>
)

/** The same where a dialog would open. */
export const dialogFailed = (again: () => void, { onClose }: Closes): ReactNode => (
  <div className="part-failed">
    <PartFailed again={again} onClose={() => onClose(false)} />
  </div>
)

/** The same where it would be part of something else, or all of the page. */
export const partFailed = (again: () => void): ReactNode => <PartFailed again={again} />
export const pageFailed = (again: () => void): ReactNode => (
  <main className="state-page">
    <PartFailed again={again} />
  </main>
)
