import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FactorPanel } from '#features/access/factor/web/FactorPanel.tsx'
import { SessionList } from '#features/access/session/web/SessionList.tsx'
import { ConnectedAccounts } from '#features/access/social/web/ConnectedAccounts.tsx'
import { FormColumn, FormSection } from '#web/ui/Page.tsx'

/** Sign-in settings of the person: password, factors and sessions. */
export function SecuritySettings() {
  const { t } = useTranslation('shell')
  return (
    <FormColumn>
      <FormSection title={t('settings.password')} hint={t('settings.passwordHint')}>
        <Anchor component={Link} to="/personal-info/update-password">
          {t('settings.changePassword')}
        </Anchor>
      </FormSection>
      <FormSection title={t('settings.questions')} hint={t('settings.questionsHint')}>
        <Anchor component={Link} to="/personal-info/security-question">
          {t('settings.changeQuestions')}
        </Anchor>
      </FormSection>
      <FactorPanel />
      <ConnectedAccounts />
      <SessionList />
    </FormColumn>
  )
}
