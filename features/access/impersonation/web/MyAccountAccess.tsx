import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { Timed } from '#web/ui/Time.tsx'
import './accountAccess.css'

/** The accounts that the signed-in user may act for; renders nothing if there are none. */
export function MyAccountAccess() {
  const { t } = useTranslation('session')
  const query = useQuery({ queryKey: ['myAccountAccess'], queryFn: () => client.getMyAccountAccess({ limit: 200 }) })
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <FormSection title={t('access.mine')} hint={t('access.mineHint')}>
      <ul className="access">
        {items.map(item => (
          <li key={item.account_id}>
            <span>
              {item.account_name || item.account_email}
              <span className="access-since">
                <Timed words={t('access.since', { email: item.account_email })} at={item.created_on} style="day" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
