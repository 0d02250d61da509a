import { Skeleton, Table, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './DataList.css'
import { DataListTools } from './DataListTools.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { ListPaging } from './ListPaging.tsx'
import type { ListState } from './listState.ts'
import { SortHeader } from './SortHeader.tsx'

export interface Column<T, S extends string> {
  readonly key: string
  readonly title: string
  /** Only screen readers get the title, above buttons that need none. */
  readonly titleUnseen?: boolean
  readonly cell: (row: T) => ReactNode
  /** Shown above the column instead of its title: a box that selects all rows. */
  readonly head?: ReactNode
  /** The name under which the call sorts by this column. */
  readonly sort?: S
  /** Numbers and money: aligned right, in figures of one width. */
  readonly numeric?: boolean
  /** The CSS width, if the content should not decide it. */
  readonly width?: string | number
}

interface Props<T, S extends string, F extends string> {
  /** The list's accessible name. */
  label: string
  state: ListState<S, F>
  query: UseQueryResult<{ items: T[]; total: number }>
  columns: readonly Column<T, S>[]
  rowKey: (row: T) => string | number
  /** The filter that the search field sets, and its placeholder. */
  search?: { filter: F; label: string }
  /** Further filters: `<FilterSelect …/>`. */
  filters?: ReactNode
  /** The texts, and an act, of a list without any rows. */
  empty: { title: string; hint: ReactNode; act?: ReactNode }
  /** Marks the row whose details are open. */
  selected?: string | undefined
  /** The acts on the selected rows, between the filters and the list. */
  bar?: ReactNode
}

/** A list with search, filters, sort and paging in the address bar; see `useListState`. */
export function DataList<T, S extends string, F extends string>(props: Props<T, S, F>) {
  const { t } = useTranslation()
  const { state, query, search, filters, empty, bar } = props
  const filtered = Object.keys(state.filters).length > 0
  const isEmpty = query.data?.total === 0 && !query.isError

  return (
    <div className="list">
      {(search || filters) && (!isEmpty || filtered) && (
        <DataListTools state={state} search={search} filters={filters} total={query.data?.total} />
      )}
      {query.isError && !query.data ? (
        <ErrorNotice failure={query.error} retry={() => query.refetch()} />
      ) : isEmpty ? (
        <EmptyList
          title={filtered ? t('list.noMatch') : empty.title}
          hint={filtered ? t('list.noMatchHint') : empty.hint}
          act={filtered ? undefined : empty.act}
        />
      ) : (
        <>
          {bar}
          {query.isError && <ErrorNotice failure={query.error} retry={() => query.refetch()} />}
          <ListFrame {...props} />
          {query.isPending && (
            <span className="unseen" role="status">
              {t('loading')}
            </span>
          )}
          {query.data && (
            <ListPaging state={state} total={query.data.total} isFull={query.data.items.length >= state.limit} />
          )}
        </>
      )}
    </div>
  )
}

/** The table in a frame that scrolls sideways; a skeleton until the first page is loaded. */
function ListFrame<T, S extends string, F extends string>(props: Props<T, S, F>) {
  const { label, state, query, columns, rowKey, selected } = props
  const [frame, isWide] = useOverflow()
  return (
    <section
      ref={frame}
      className="list-frame"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard
      tabIndex={0}
      aria-busy={query.isFetching}
      data-wide={isWide || undefined}
    >
      {/* the roles are explicit because a narrow list shows its rows as cards */}
      <Table role="table" highlightOnHover className="list-table" data-stale={query.isPlaceholderData || undefined}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(column => (
              <SortHeader key={column.key} column={column} place={placeOf(column, columns)} state={state} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {query.data
            ? query.data.items.map(row => {
                const key = rowKey(row)
                return <ListRow key={key} row={row} columns={columns} isSelected={String(key) === selected} />
              })
            : skeletonRows.map(row => <SkeletonRow key={row} row={row} columns={columns} />)}
        </Table.Tbody>
      </Table>
    </section>
  )
}

interface RowProps<T, S extends string> {
  row: T
  columns: readonly Column<T, S>[]
  isSelected: boolean
}

function ListRow<T, S extends string>({ row, columns, isSelected }: RowProps<T, S>) {
  return (
    <Table.Tr role="row" data-selected={isSelected || undefined}>
      {columns.map(column => (
        <Table.Td
          role="cell"
          key={column.key}
          className={column.numeric ? 'numeric' : undefined}
          data-place={placeOf(column, columns)}
          data-label={column.title}
        >
          <div className="list-cell">{column.cell(row)}</div>
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

const skeletonRows = [0, 1, 2, 3, 4, 5]

function SkeletonRow<T, S extends string>({ row, columns }: { row: number; columns: readonly Column<T, S>[] }) {
  return (
    <Table.Tr role="row">
      {columns.map((column, at) => (
        <Table.Td role="cell" key={column.key} data-place={placeOf(column, columns)}>
          <Skeleton height={12} width={`${45 + ((row * 17 + at * 29) % 45)}%`} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

/**
 * The role of a cell in its row: `choose` is its box, `head` its subject, `acts` its menu. A narrow list shows a row as
 * a card with these at the top; a wide list that overflows keeps the first two and the menu in sight.
 */
export function placeOf<T, S extends string>({ key }: Column<T, S>, columns: readonly Column<T, S>[]) {
  if (key === 'choose' || key === 'acts') return key
  return columns.find(column => column.key !== 'choose')?.key === key ? 'head' : undefined
}

/** Whether the content of a frame is wider than the frame. */
function useOverflow(): [(frame: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [isWide, setWide] = useState(false)
  const watch = useCallback((frame: HTMLElement | null) => {
    if (!frame) return
    const look = () => setWide(frame.scrollWidth > frame.clientWidth + 1)
    const observer = new ResizeObserver(look)
    observer.observe(frame)
    if (frame.firstElementChild) observer.observe(frame.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return [watch, isWide]
}

/** An empty list, with a hint and an act. */
export function EmptyList({ title, hint, act }: { title: string; hint?: ReactNode; act?: ReactNode }) {
  return (
    <div className="list-empty" role="status">
      <Text fw={600} size="md">
        {title}
      </Text>
      {hint && <Text c="dimmed">{hint}</Text>}
      {act && <div className="list-empty-act">{act}</div>}
    </div>
  )
}

/** A name or an address on one line: cut to the width, with the whole text as its title. */
export function CutText({ children, className = '' }: { children: string; className?: string }) {
  if (!children) return null
  return (
    <span className={`cut-text ${className}`} title={children}>
      {children}
    </span>
  )
}
