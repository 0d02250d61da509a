import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { StatePage, UnknownPath } from './StatePages.tsx'

/** [ERR-044] A screen that broke. After an update its old files are gone, and a reload brings the new ones. */
export function FailedPage() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownPath />
  const outdated =
    error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message)
  return (
    <StatePage title={t('page.failed')} hint={t(outdated ? 'page.outdated' : 'page.failedHint')}>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        {t('page.reload')}
      </button>
    </StatePage>
  )
}
