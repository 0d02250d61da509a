import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#contract/names.ts'
import { client } from '#web/client/client.ts'
import { wideOptions } from '#web/ui/DataListTools.tsx'

interface Props {
  label: string
  /** Shown above the field instead of inside it. */
  visibleLabel?: boolean
  placeholder?: string
  className?: string
  value: string | null
  /** What the value is called, where the caller knows: the address bar has only an id. */
  valueName?: string | undefined
  onChange: (id: string | null, name: string) => void
  /** Who is not offered. */
  without?: readonly string[]
  nothingFound: string
  error?: string | undefined
}

/** A search for one of the caller's users, by a part of their name or address. */
export function AccountPicker(props: Props) {
  const {
    label,
    visibleLabel = false,
    placeholder,
    className,
    value,
    valueName,
    onChange,
    without = [],
    ...rest
  } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const shown = chosen?.value === value ? chosen?.label : valueName
  // the field shows the name of the chosen user, which is no search
  const [search] = useDebouncedValue(typed === shown || typed === value ? '' : typed.trim(), 250)
  const users = useQuery({
    queryKey: ['accountPicker', search],
    queryFn: () =>
      client.getUserListForEp({ limit: 20, sort: 'name', order: 'asc', ...(search ? { name: search } : {}) }),
    placeholderData: keepPreviousData,
  })
  const found = (users.data?.items ?? [])
    .filter(({ user_id }) => !without.includes(user_id))
    .map(({ user_id, firstname, lastname, email }) => {
      const name = fullName({ firstname, lastname })
      return { value: user_id, label: name ? t('aside', { text: name, note: email }) : email }
    })
  // the chosen user keeps their name while the list shows others
  const isListed = value === null || found.some(option => option.value === value)
  const data = isListed ? found : [{ value, label: shown ?? value }, ...found]
  return (
    <Select
      {...(className ? { className } : {})}
      {...(visibleLabel ? { label, placeholder: placeholder ?? '' } : { 'aria-label': label, placeholder: label })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('act.clear') }}
      comboboxProps={wideOptions}
      classNames={{ dropdown: 'list-options' }}
      data={data}
      // the server has searched already, in more than the label
      filter={({ options }) => options}
      onSearchChange={setTyped}
      value={value}
      onChange={(id, option) => {
        setChosen(id ? { value: id, label: option?.label ?? id } : undefined)
        onChange(id, option?.label ?? '')
      }}
      nothingFoundMessage={users.isFetching ? t('loading') : rest.nothingFound}
      error={rest.error}
    />
  )
}
