import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { LookSettings } from './LookSettings.tsx'

const places = { waits: <PageSkeleton />, failed: partFailed }
const OrganisationSettings = lazyPart(
  async () => (await import('#features/admin/organisations/web/OrganisationSettings.tsx')).OrganisationSettings,
  places,
)
const SecuritySettings = lazyPart(async () => (await import('./SecuritySettings.tsx')).SecuritySettings, places)

const tabs = ['look', 'security', 'organisation'] as const
type Tab = (typeof tabs)[number]

/** [ROUTE-086, PERM-005, SCREEN-015] The settings of the person; for an admin also of the organization. */
export function Settings() {
  const { t } = useTranslation('shell')
  const person = usePerson()
  const decides = person.roles.some(role => role === 'admin' || role === 'superadmin')
  const shown = tabs.filter(tab => tab !== 'organisation' || decides)
  const [address, setAddress] = useSearchParams()
  // people who return from another service were connecting it
  const [first] = useState<Tab>(useLocation().state?.connected ? 'security' : 'look')
  const current = shown.find(tab => tab === address.get('tab')) ?? first
  const panels: Record<Tab, React.ReactNode> = {
    look: <LookSettings />,
    security: <SecuritySettings />,
    organisation: <OrganisationSettings />,
  }
  return (
    <Page title={t('settings.title')} hint={t('settings.hint')}>
      <Tabs
        value={current}
        keepMounted={false}
        onChange={tab => setAddress(tab === first ? {} : { tab: tab ?? first }, { replace: true })}
      >
        <Tabs.List mb="lg">
          {shown.map(tab => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`settings.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(tab => (
          <Tabs.Panel key={tab} value={tab}>
            {panels[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
