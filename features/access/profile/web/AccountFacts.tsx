import { useTranslation } from 'react-i18next'
import type { Info } from '#features/access/profile/web/personalInfo.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import './AccountFacts.css'

/** [ENT-046] What others decided, and when I was here last. */
export function AccountFacts({ info }: { info: Info }) {
  const { t } = useTranslation(['profile', 'account'])
  return (
    <FormSection title={t('profile:account.title')}>
      <dl className="account-facts">
        <dt>{t('profile:account.type')}</dt>
        <dd>{t(`account:role.${info.account_type}`)}</dd>
        <dt>{t('profile:account.organisation')}</dt>
        <dd>{info.org_name}</dd>
        <dt>{t('profile:account.lastLogin')}</dt>
        <dd>{info.last_login ? <Time at={info.last_login} /> : t('profile:account.never')}</dd>
        <dt>{t('profile:account.created')}</dt>
        <dd>
          <Time at={info.created_on} style="day" />
        </dd>
      </dl>
    </FormSection>
  )
}
