import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { client } from '#web/client/client.ts'
import type { planCalls } from '../contract.ts'

type Series = Answer<typeof planCalls.getSeriesForPitch>['items'][number]

/** How many series the search offers at once. */
const OFFERED = 50

interface Props {
  value: string
  onChange: (id: string, series?: Series) => void
  error?: string | undefined
}

export const seriesWords = ({ spv_series_name, company_name }: Series) => `${spv_series_name} · ${company_name}`

/** The series whose names have these words in them, the first ones. */
export const seriesQuery = (name: string) =>
  queryOptions({
    queryKey: ['getSeriesForPitch', name],
    queryFn: () => client.getSeriesForPitch({ limit: OFFERED, ...(name && !name.includes(' · ') && { name }) }),
  })

/** The series of an SPV whose seats commitments to the pitch take. Without any to choose there is no field. */
export function SeriesSelect({ value, onChange, error }: Props) {
  const { t } = useTranslation('pitch')
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), 250)
  const query = useQuery({ ...seriesQuery(name), placeholderData: keepPreviousData })
  const found = query.data?.items ?? []
  const chosen = found.find(one => one.id === value)
  const data = found.map(one => ({ value: one.id, label: seriesWords(one) }))
  // one that is full or closed by now is not offered, and stays
  if (value && !chosen) data.unshift({ value, label: t('field.seriesNow') })
  if (data.length === 0 && !name) return null
  return (
    <Select
      label={t('field.series')}
      description={t(chosen?.status === 'forming' ? 'field.seriesForming' : 'field.seriesHint')}
      placeholder={t('field.seriesNone')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('field.seriesClear') }}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={query.isPending ? undefined : t('field.seriesNothing')}
      data={data}
      value={value || null}
      onChange={id => onChange(id ?? '', id ? found.find(one => one.id === id) : undefined)}
      error={error}
    />
  )
}
