import { ActionIcon, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { countedMost, isMoreThanCounted, type ListState, pageSizes } from './listState.ts'

interface Props {
  state: Pick<ListState<never, never>, 'page' | 'limit' | 'goTo' | 'setLimit'>
  total: number
  /** Whether this page has as many rows as it may. */
  isFull?: boolean
}

/** The pages, and the number of rows per page; nothing when all rows fit on one short page. */
export function ListPaging({ state, total, isFull = false }: Props) {
  const { t } = useTranslation()
  if (total <= pageSizes[0]) return null
  // rows beyond the counted total can be paged through as well
  const goesOn = isMoreThanCounted(total)
  const pages = Math.max(1, Math.ceil((goesOn ? countedMost : total) / state.limit))
  return (
    <nav className="list-paging" aria-label={t('list.paging')}>
      <NativeSelect
        size="xs"
        aria-label={t('list.pageSize')}
        data={pageSizes.map(String)}
        value={state.limit}
        onChange={event => state.setLimit(Number(event.currentTarget.value))}
      />
      <Text size="sm" c="dimmed" className="tabular">
        {t(goesOn ? 'list.pageMost' : 'list.page', { page: state.page, pages })}
      </Text>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={t('list.previous')}
        disabled={state.page <= 1}
        onClick={() => state.goTo(goesOn ? state.page - 1 : Math.min(state.page - 1, pages))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={t('list.next')}
        disabled={state.page >= pages && !(goesOn && isFull)}
        onClick={() => state.goTo(state.page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
