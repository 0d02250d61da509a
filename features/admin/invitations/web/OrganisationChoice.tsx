import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'

/** The organisation that something is made for: a superadmin's to choose, and shown to nobody else. */
export function OrganisationChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('registration')
  const me = usePerson()
  const crosses = me.roles.includes('superadmin')
  const all = useQuery({
    queryKey: ['userOrganisations'],
    queryFn: () => client.getUserOrganisationList({}),
    enabled: crosses,
  })
  if (!crosses) return null
  return (
    <Select
      label={t('organisation')}
      searchable
      allowDeselect={false}
      data={(all.data?.items ?? []).map(({ org_id, name }) => ({ value: org_id, label: name }))}
      value={value || me.org_id}
      onChange={id => onChange(id ?? '')}
    />
  )
}
