import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '#contract/call.ts'
import { type Column, DataList } from '../DataList.tsx'
import { useCrosses } from './crosses.ts'
import { type Choosing, choosingColumn } from './selection.tsx'
import type { CallList, RowOf, SortOf } from './useCallList.tsx'

/** A list's words, as its language file has them: `t('partners', { returnObjects: true })`. */
export interface ListWords {
  /** The list's accessible name. */
  readonly label: string
  readonly search?: string
  readonly empty: string
  readonly emptyHint: string
}

type ListColumn<Row, S extends string> = Omit<Column<Row, S>, 'key' | 'cell'> & {
  /** Shown only to callers who see the records of several organizations. */
  readonly crossing?: boolean
} & (
    | { readonly key: string; readonly cell: Column<Row, S>['cell'] }
    // a text of the row itself
    | { readonly key: keyof Row & string; readonly cell?: undefined }
  )

export interface ListTableProps<C extends AnyCall, F extends string = never> {
  list: CallList<C, F>
  words: ListWords
  columns: readonly (ListColumn<RowOf<C>, SortOf<C>> | false)[]
  /** The key of a row; by default its `id`. */
  rowKey?: (row: RowOf<C>) => string | number
  filters?: ReactNode
  /** The act of an empty list. */
  emptyAct?: ReactNode
  /** The acts on one row: an `ActMenu`. */
  acts?: ((row: RowOf<C>) => ReactNode) | undefined
  /** The id of the record that is open beside the list. */
  selected?: string | undefined
  /** Lets rows be selected; `bar` shows the acts on them. */
  choosing?: Choosing<RowOf<C>>
  bar?: ReactNode
}

/** The rows of a list call, with search, filters, sort and paging. */
export function ListTable<C extends AnyCall, F extends string>(props: ListTableProps<C, F>) {
  const { t } = useTranslation()
  const { list, words, columns, rowKey = idOf, filters, emptyAct, acts, selected, choosing, bar } = props
  const crosses = useCrosses()
  const shown: Column<RowOf<C>, SortOf<C>>[] = columns
    .filter(column => column !== false)
    .filter(column => crosses || !column.crossing)
    .map(({ cell, ...column }) => ({ ...column, cell: cell ?? (row => row[column.key as keyof typeof row] as string) }))
  if (choosing) shown.unshift(choosingColumn(choosing, list.query.data?.items ?? [], row => String(rowKey(row))))
  if (acts) shown.push({ key: 'acts', title: t('list.acts'), titleUnseen: true, width: '3rem', cell: acts })
  return (
    <DataList
      label={words.label}
      state={list.state}
      query={list.query}
      rowKey={rowKey}
      selected={selected}
      {...(list.searched && words.search && { search: { filter: list.searched, label: words.search } })}
      filters={filters}
      empty={{ title: words.empty, hint: words.emptyHint, act: emptyAct }}
      bar={bar}
      columns={shown}
    />
  )
}

const idOf = (row: unknown): string | number => (row as { id: string | number }).id
