import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWording } from '#web/ui/wording.ts'
import { Button } from './Button.tsx'
import './light.css'

/** What went wrong, where the person acted; nothing while nothing has. `retry` offers to do it again. */
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
