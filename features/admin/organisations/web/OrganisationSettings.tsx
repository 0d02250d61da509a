import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn } from '#web/ui/Page.tsx'
import { LogoSetting } from './LogoSetting.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export const settingsKey = ['organisation', 'settings'] as const

/** [SCREEN-015] System Setting: what an admin decides for everybody in the organisation. */
export function OrganisationSettings() {
  const settings = useQuery({ queryKey: settingsKey, queryFn: () => client.getOrganisationSettings({}) })
  if (settings.isPending) return <Skeleton height={480} maw={640} />
  if (!settings.data) return <ErrorNotice failure={settings.error} retry={() => settings.refetch()} />
  return (
    <FormColumn>
      <SettingsForm key={settings.dataUpdatedAt} settings={settings.data} />
      <LogoSetting logo={settings.data.company_header_logo2} />
    </FormColumn>
  )
}
