import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type BulkAct, type BulkDetail, rolesToGive } from '#features/admin/users/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { NewOwnerSelect } from './NewOwnerSelect.tsx'
import { tagsQuery } from './userQueries.ts'

interface ChoiceProps {
  act: BulkAct
  detail: BulkDetail
  onChange: (detail: BulkDetail) => void
  needsOwner: boolean
}

/** The choices that an act needs besides the users. */
export function BulkChoice({ act, detail, onChange, needsOwner }: ChoiceProps) {
  const { t } = useTranslation('account')
  const roles = rolesToGive(usePerson().roles)
  const tags = useQuery({ ...tagsQuery(), enabled: act === 'addTag' || act === 'removeTag' })
  if (act === 'addTag' || act === 'removeTag')
    return (
      <Select
        data-autofocus
        // opened by the focus it would lie over the buttons
        openOnFocus={false}
        label={t('field.tag')}
        placeholder={t('tag.choose')}
        nothingFoundMessage={t(tags.data?.items.length === 0 ? 'tag.noneYet' : 'tag.none')}
        searchable
        required
        data={(tags.data?.items ?? []).map(({ tag_id, name }) => ({ value: tag_id, label: name }))}
        value={detail.tag_id ?? null}
        onChange={value => onChange(value ? { tag_id: value } : {})}
      />
    )
  if (act === 'changeRole')
    return (
      <Select
        data-autofocus
        // opened by the focus it would lie over the buttons
        openOnFocus={false}
        label={t('role.new')}
        required
        data={roles.map(value => ({ value, label: t(`role.${value}`) }))}
        value={detail.role ?? null}
        onChange={value => {
          const role = roles.find(name => name === value)
          onChange(role ? { role } : {})
        }}
      />
    )
  if (act === 'delete' && needsOwner)
    return <NewOwnerSelect onChange={hand_over_to => onChange(hand_over_to ? { hand_over_to } : {})} />
  return null
}
