import { useTranslation } from 'react-i18next'
import type { Info } from '#features/access/profile/web/personalInfo.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { Facts } from '#web/ui/record/Entity.tsx'
import { Time } from '#web/ui/Time.tsx'

/** [ENT-046] What others decide about the account, and the last sign-in. */
export function AccountFacts({ info }: { info: Info }) {
  const { t } = useTranslation(['profile', 'account'])
  return (
    <FormSection title={t('profile:account.title')}>
      <Facts
        facts={[
          [t('profile:account.type'), t(`account:role.${info.account_type}`)],
          [t('profile:account.organisation'), info.org_name],
          [
            t('profile:account.lastLogin'),
            info.last_login ? <Time key="last" at={info.last_login} /> : t('profile:account.never'),
          ],
          [t('profile:account.created'), <Time key="created" at={info.created_on} style="day" />],
        ]}
      />
    </FormSection>
  )
}
