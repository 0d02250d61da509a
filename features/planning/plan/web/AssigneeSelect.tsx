import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { client } from '#web/client/client.ts'
import type { planCalls } from '../contract.ts'

export type Assignee = Answer<typeof planCalls.getAssigneeList>['items'][number]

/** How many people the search offers at once. */
const OFFERED = 20

interface Props {
  value: Assignee | null
  onChange: (chosen: Assignee | null) => void
  error?: string | undefined
  /** The pitch that is handed over; without it, a new pitch is planned. */
  uuid?: string
  label?: string
  description?: string
}

/** A search for the presenter among the accounts that may present. */
export function AssigneeSelect({ value, onChange, error, uuid, label, description }: Props) {
  const { t } = useTranslation('pitch')
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim() === (value && wordsOf(value)) ? '' : typed.trim(), 250)
  const people = useQuery({
    queryKey: ['pitch', 'assignees', uuid, name],
    queryFn: () => client.getAssigneeList({ limit: OFFERED, ...(uuid && { uuid }), ...(name && { name }) }),
    placeholderData: keepPreviousData,
  })
  const found = people.data?.items ?? []
  const offered = value && !found.some(person => person.user_id === value.user_id) ? [value, ...found] : found
  return (
    <Select
      label={label ?? t('createByAdmin.assignee')}
      description={description ?? (uuid ? undefined : t('createByAdmin.assigneeHint'))}
      required
      searchable
      // in the dialog, which begins here, the list would lie over the buttons
      openOnFocus={!uuid}
      // the server filters, so the options are shown as they come
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={people.isPending ? undefined : t('keep.nobody')}
      data={offered.map(person => ({ value: person.user_id, label: wordsOf(person) }))}
      value={value?.user_id ?? null}
      onChange={id => onChange(offered.find(person => person.user_id === id) ?? null)}
      error={error}
    />
  )
}

const wordsOf = ({ name, email }: Assignee) => (name ? `${name} · ${email}` : email)
