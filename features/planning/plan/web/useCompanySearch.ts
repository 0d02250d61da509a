import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { client } from '#web/client/client.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import type { companyCalls } from '../companyCalls.ts'

export type SearchedCompany = Pick<
  Answer<typeof companyCalls.getPitchCompanyList>['items'][number],
  'id' | 'company_name' | 'legal_name'
>
/** Whose companies: those for a pitch, for a presenter, or for the caller. */
export type Of = Pick<Parameters<typeof client.getPitchCompanyList>[0], 'uuid' | 'user_id'>

/** How many companies the search offers at once. */
const OFFERED = 20

const wordsOf = ({ company_name, legal_name }: SearchedCompany) =>
  legal_name ? `${company_name} · ${legal_name}` : company_name

/** The server filters, so the options are shown as they come. */
const asTheyCome: OptionsFilter = ({ options }) => options

/** A field that chooses a company. There may be thousands, so the server searches them. */
export function useCompanySearch(of: Of, chosen: SearchedCompany | undefined) {
  const { t } = useTranslation('pitch')
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim() === (chosen && wordsOf(chosen)) ? '' : typed.trim(), 250)
  const list = useQuery({
    ...callQuery('getPitchCompanyList', { limit: OFFERED, ...of, ...(name && { name }) }, 'pitch'),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.items ?? []
  const offered: SearchedCompany[] = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const field = {
    searchable: true,
    clearable: true,
    filter: asTheyCome,
    searchValue: typed,
    onSearchChange: setTyped,
    nothingFoundMessage: list.isPending ? undefined : t('companyPick.none'),
    data: offered.map(company => ({ value: company.id, label: wordsOf(company) })),
  }
  return { list, found, offered, field, isEmpty: found.length === 0 && !typed && !name && !list.isPlaceholderData }
}
