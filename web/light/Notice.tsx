import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWording } from '#web/ui/wording.ts'
import { Button } from './Button.tsx'
import './light.css'

/** A failure beside the act that failed; nothing without one. `retry` offers to repeat the act. */
export function Notice({ failure, retry }: { failure: unknown; retry?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const wording = useWording()
  if (!failure) return null
  return (
    <div className="piece-notice" role="alert">
      <IconAlertCircle size={18} aria-hidden />
      <p>{wording(failure)}</p>
      {retry && (
        <Button look="quiet" onClick={retry}>
          {t('act.retry')}
        </Button>
      )}
    </div>
  )
}
