import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName } from '#web/ui/displayName.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'

interface Props {
  /** The user who is removed, and cannot be chosen. */
  except?: string
  /** The organization whose presenters can be chosen. */
  orgId?: string
  onChange: (userId: string | undefined) => void
}

/** A search for the new owner of a removed user's pitches, by a part of the name. */
export function NewOwnerSelect({ except, orgId, onChange }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [name] = useDebouncedValue(typed.trim(), 250)
  const input = {
    ...({ state: 'active', role: 'presenter', sort: 'name', order: 'asc', limit: 50 } as const),
    ...(name ? { name } : {}),
    ...(orgId ? { org_id: orgId } : {}),
  }
  const found = useQuery({
    ...callQuery('getUserListForEp', input),
    placeholderData: keepPreviousData,
  })
  const options = (found.data?.items ?? [])
    .filter(user => user.user_id !== except)
    .map(user => ({
      value: user.user_id,
      label: t('common:aside', { text: displayName(user, user.email), note: user.email }),
    }))
  return (
    <Select
      label={t('delete.handOver')}
      description={t('delete.handOverHint')}
      placeholder={t('delete.handOverFind')}
      nothingFoundMessage={t('delete.handOverNobody')}
      data-autofocus
      // opened by the focus it would lie over the buttons
      openOnFocus={false}
      searchable
      required
      clearable
      clearButtonProps={{ 'aria-label': t('delete.handOverClear') }}
      data={options}
      filter={({ options: all }) => all}
      value={chosen}
      onSearchChange={text => setTyped(options.some(option => option.label === text) ? '' : text)}
      onChange={value => {
        setChosen(value)
        onChange(value ?? undefined)
      }}
    />
  )
}
