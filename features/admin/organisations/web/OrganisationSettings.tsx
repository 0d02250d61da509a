import { useQuery } from '@tanstack/react-query'
import { StatementSetting } from '#features/results/commitment/web/StatementSetting.tsx'
import { FormColumn } from '#web/ui/Page.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity } from '#web/ui/record/Entity.tsx'
import { LogoSetting } from './LogoSetting.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import './organisation.css'

/** [SCREEN-015] System Setting: an admin's settings for the organization. */
export function OrganisationSettings() {
  const settings = useQuery(callQuery('getOrganisationSettings', {}))
  return (
    <Entity query={settings}>
      {stored => (
        <FormColumn>
          <div className="organisation-form">
            <SettingsForm key={settings.dataUpdatedAt} settings={stored} />
          </div>
          <StatementSetting />
          <LogoSetting logo={stored.company_header_logo2} />
        </FormColumn>
      )}
    </Entity>
  )
}
