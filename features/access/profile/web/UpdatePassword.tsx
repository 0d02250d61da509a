import { useTranslation } from 'react-i18next'
import { RecentSignIns } from '#features/access/session/web/RecentSignIns.tsx'
import { SessionList } from '#features/access/session/web/SessionList.tsx'
import { FormColumn, Page } from '#web/ui/Page.tsx'
import { ChangePassword } from './ChangePassword.tsx'

/** [SCREEN-012, ROUTE-083] One's own password, where one is signed in, and who tried to. */
export function UpdatePassword() {
  const { t } = useTranslation('account')
  return (
    <Page title={t('update.title')}>
      <FormColumn>
        <ChangePassword />
        <SessionList />
        <RecentSignIns />
      </FormColumn>
    </Page>
  )
}
