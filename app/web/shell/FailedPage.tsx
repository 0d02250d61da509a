import { useTranslation } from 'react-i18next'
import { StatePage } from '#web/light/StatePages.tsx'

interface Props {
  failure: unknown
  /** Renders the screen again; without it the whole page is reloaded. */
  refresh?: () => void
}

/**
 * [ERR-044] A screen that broke, in words that every page has. After an update its old files are gone, and a reload
 * brings the new ones.
 */
export function FailedPage({ failure, refresh }: Props) {
  const { t } = useTranslation()
  const outdated =
    navigator.onLine && failure instanceof Error && /dynamically imported module|module script/i.test(failure.message)
  return (
    <StatePage title={t('page.failed')} hint={t(outdated ? 'page.outdated' : 'page.failedHint')}>
      <button type="button" className="plain-button" onClick={outdated || !refresh ? () => location.reload() : refresh}>
        {t('page.reload')}
      </button>
    </StatePage>
  )
}
