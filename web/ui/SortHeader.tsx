import { rem, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, placeOf } from './DataList.tsx'
import type { ListState } from './listState.ts'

interface Props<T, S extends string> {
  column: Column<T, S>
  place: ReturnType<typeof placeOf>
  state: Pick<ListState<S, never>, 'sort' | 'order' | 'sortBy'>
}

/** A column's head; a button where the list can be sorted by it. */
export function SortHeader<T, S extends string>({ column, place, state }: Props<T, S>) {
  const { t } = useTranslation()
  const { title, titleUnseen, head, sort, numeric, width } = column
  const style = width === undefined ? undefined : ({ '--column': rem(width) } as CSSProperties)
  if (!sort)
    return (
      <Table.Th
        role="columnheader"
        className={numeric ? 'numeric' : undefined}
        style={style}
        data-place={place}
        data-plain={head === undefined || undefined}
      >
        {head ?? (titleUnseen ? <span className="unseen">{title}</span> : title)}
      </Table.Th>
    )
  const order = state.sort === sort ? state.order : undefined
  const [Icon, key, spoken] = order ? shown[order] : ([IconArrowsSort, 'list.sortBy', undefined] as const)
  return (
    <Table.Th
      role="columnheader"
      className={numeric ? 'numeric' : undefined}
      style={style}
      aria-sort={spoken}
      data-place={place}
    >
      <UnstyledButton
        className="list-sort"
        data-sorted={order}
        aria-label={t(key, { column: title })}
        onClick={() => state.sortBy(sort, order === 'asc' ? 'desc' : 'asc')}
      >
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

const shown = {
  asc: [IconArrowUp, 'list.sortAscending', 'ascending'],
  desc: [IconArrowDown, 'list.sortDescending', 'descending'],
} as const
