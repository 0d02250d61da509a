import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface Option {
  readonly value: string
  readonly label: string
}

/** How many records the search offers at once. */
export const OFFERED = 20

interface Props {
  label: string
  /** The search's name in the cache, and how it finds records by a part of their name; empty for the first ones. */
  name: string
  find: (typed: string) => Promise<Option[]>
  /** The chosen record as it is called before the search has found it. */
  chosen?: Option | undefined
  value: string
  onChange: (value: string | null) => void
  error?: string
}

/** A choice among more records than a list of options holds: the server searches them. */
export function SearchedSelect({ label, name, find, chosen, value, onChange, error }: Props) {
  const { t } = useTranslation('vehicles')
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(chosen)
  const [search] = useDebouncedValue(typed.trim() === known?.label ? '' : typed.trim(), 250)
  const found = useQuery({
    queryKey: [name, 'offered', search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  })
  const others = found.data ?? []
  const options = known && !others.some(one => one.value === known.value) ? [known, ...others] : others
  return (
    <Select
      label={label}
      required
      searchable
      // the server filters, so the options are shown as they come
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isPending ? undefined : t('nothingFound')}
      data={options}
      value={value || null}
      onChange={next => {
        setKnown(options.find(one => one.value === next))
        onChange(next)
      }}
      error={error}
    />
  )
}
