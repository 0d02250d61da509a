import { useTranslation } from 'react-i18next'
import { FormColumn, Page } from '#web/ui/Page.tsx'
import { FactorPanel } from './FactorPanel.tsx'

/** [ROUTE-082] One's own second factor. */
export function Mfa() {
  const { t } = useTranslation('factor')
  return (
    <Page title={t('panel.title')}>
      <FormColumn>
        <FactorPanel title={t('panel.list')} />
      </FormColumn>
    </Page>
  )
}
