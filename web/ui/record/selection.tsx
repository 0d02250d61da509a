import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Column } from '../DataList.tsx'

/** The selected rows: some by their ids, or all matching rows except some. */
export interface Selection {
  readonly has: (id: string) => boolean
  /** How many rows; of all matching ones, as far as the list counts. */
  readonly size: number
  readonly isAll: boolean
  /** The selected ids; if all rows are selected, the excluded ones. */
  readonly ids: readonly string[]
  readonly choose: (ids: readonly string[], chosen: boolean) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

/** Keeps the selection across pages; another search or filter clears it. */
export function useSelection(match: unknown, total: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const key = JSON.stringify(match)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another selection
  useEffect(() => clear(), [key])

  function clear() {
    setIds(new Set())
    setAll(false)
  }
  return {
    has: id => ids.has(id) !== isAll,
    isAll,
    size: isAll ? Math.max(0, total - ids.size) : ids.size,
    ids: [...ids],
    choose: (some, chosen) => {
      const after = new Set(ids)
      for (const id of some) {
        if (chosen === isAll) after.delete(id)
        else after.add(id)
      }
      setIds(after)
    },
    chooseAll: () => {
      setIds(new Set())
      setAll(true)
    },
    clear,
  }
}

/** Which rows can be selected, and the labels of their boxes. */
export interface Choosing<Row> {
  readonly selection: Selection
  /** The box above the column, which selects the whole page. */
  readonly page: string
  readonly one: (row: Row) => string
}

/** The column of selection boxes. */
export function choosingColumn<Row, S extends string>(
  { selection, page, one }: Choosing<Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Column<Row, S> {
  const ids = rows.map(idOf)
  const chosen = ids.filter(selection.has).length
  const isWhole = chosen > 0 && chosen === ids.length
  return {
    key: 'choose',
    title: page,
    width: '2.5rem',
    head: (
      <Checkbox
        aria-label={page}
        checked={isWhole}
        indeterminate={chosen > 0 && !isWhole}
        onChange={() => selection.choose(ids, !isWhole)}
      />
    ),
    cell: row => (
      <Checkbox
        aria-label={one(row)}
        checked={selection.has(idOf(row))}
        onChange={() => selection.choose([idOf(row)], !selection.has(idOf(row)))}
      />
    ),
  }
}
