import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { useCrosses } from '#web/ui/record/crosses.ts'
import { usePerson } from './person.ts'

/** The organizations that a super admin chooses from. */
export const organisationsQuery = { ...callQuery('getUserOrganisationList', {}), staleTime: 60_000 }

/** The organization of a new record, which only super admins choose and see. */
export function OrganisationChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('account')
  const me = usePerson()
  const crosses = useCrosses()
  const all = useQuery({ ...organisationsQuery, enabled: crosses })
  if (!crosses) return null
  return (
    <Select
      label={t('field.organisation')}
      searchable
      allowDeselect={false}
      data={(all.data?.items ?? []).map(({ org_id, name }) => ({ value: org_id, label: name }))}
      value={value || me.org_id}
      onChange={id => onChange(id ?? '')}
    />
  )
}
