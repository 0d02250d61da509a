import { Button, CloseButton, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countedMost, isMoreThanCounted, type ListState } from './listState.ts'

interface Props<S extends string, F extends string> {
  state: ListState<S, F>
  search: { filter: F; label: string } | undefined
  filters: ReactNode
  total: number | undefined
}

/** The line above a list: search, filters, how many entries there are. */
export function DataListTools<S extends string, F extends string>({ state, search, filters, total }: Props<S, F>) {
  const { t } = useTranslation()
  const filtered = Object.keys(state.filters).length > 0
  return (
    <search className="list-tools">
      {search && (
        <SearchField
          label={search.label}
          value={state.filters[search.filter] ?? ''}
          onChange={value => state.setFilter(search.filter, value)}
        />
      )}
      {filters}
      {filtered && (
        <Button variant="subtle" color="gray" onClick={state.clearFilters}>
          {t('list.clearFilters')}
        </Button>
      )}
      <Text c="dimmed" className="list-total tabular" aria-live="polite">
        {total !== undefined &&
          (isMoreThanCounted(total) ? t('list.countMost', { count: countedMost }) : t('list.count', { count: total }))}
      </Text>
    </search>
  )
}

function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(props.value)
  const report = useDebouncedCallback(props.onChange, 300)
  useEffect(() => setTyped(props.value), [props.value])

  function change(value: string, now = false) {
    setTyped(value)
    if (now) props.onChange(value)
    else report(value.trim())
  }

  return (
    <TextInput
      className="list-search"
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={t('act.clear')} onClick={() => change('', true)} />}
      value={typed}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

interface FilterProps<S extends string, F extends string> {
  state: ListState<S, F>
  filter: F
  label: string
  options: readonly { value: string; label: string }[]
}

/** As wide as its options are, which are longer than what a narrow field shows. */
export const wideOptions = { width: 'max-content', position: 'bottom-start' } as const
/** More options than one finds at a glance are searched. */
const FEW = 12

/** A filter of given values; without a choice it shows all. */
export function FilterSelect<S extends string, F extends string>(props: FilterProps<S, F>) {
  const { state, filter, label, options } = props
  const { t } = useTranslation()
  return (
    <Select
      className="list-filter"
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': t('act.clear') }}
      {...(options.length > FEW && { searchable: true, nothingFoundMessage: t('list.noMatch') })}
      comboboxProps={wideOptions}
      classNames={{ dropdown: 'list-options' }}
      data={[...options]}
      value={state.filters[filter] ?? null}
      onChange={value => state.setFilter(filter, value ?? '')}
    />
  )
}
