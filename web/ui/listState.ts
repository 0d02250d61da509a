import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type Order = 'asc' | 'desc'
export const pageSizes = [20, 50, 100] as const
/** The most rows that a long list counts; it answers one more as its total when there are more. */
export const countedMost = 10_000
/** Whether a total stands for more rows than were counted. */
export const isMoreThanCounted = (total: number): boolean => total === countedMost + 1

/** The state of a list, kept in the address bar, so that a link or Back shows the same list again. */
export interface ListState<S extends string, F extends string> {
  readonly page: number
  readonly limit: number
  readonly sort: S
  readonly order: Order
  /** The filters that are set; search is one of them. */
  readonly filters: Readonly<Partial<Record<F, string>>>
  readonly goTo: (page: number) => void
  readonly setLimit: (limit: number) => void
  readonly sortBy: (sort: S, order: Order) => void
  /** Sets a filter, or takes it off with ''. Every change of a filter starts at page 1. */
  readonly setFilter: (name: F, value: string) => void
  readonly clearFilters: () => void
}

/** [CONST-055] Reads and writes a list's page, sort and filters; invalid values in the address are ignored. */
export function useListState<S extends string, F extends string>(setting: {
  sorts: readonly S[]
  sort: NoInfer<S>
  order?: Order
  filters: readonly F[]
}): ListState<S, F> {
  const [address, setAddress] = useSearchParams()
  const { sorts, sort: firstSort, order: firstOrder = 'asc', filters: names } = setting

  const change = useCallback(
    (values: Readonly<Record<string, string | undefined>>, replace = false) => {
      setAddress(
        before => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values)) {
            if (value) after.set(name, value)
            else after.delete(name)
          }
          return after
        },
        { replace, preventScrollReset: true },
      )
    },
    [setAddress],
  )

  const key = names.join()
  return useMemo(() => {
    const all = key.split(',') as F[]
    const limit = Number(address.get('limit'))
    const order = address.get('order')
    const set = all.map(name => [name, address.get(name)] as const).filter(([, value]) => value)
    return {
      page: Math.max(1, Math.trunc(Number(address.get('page'))) || 1),
      limit: pageSizes.find(size => size === limit) ?? pageSizes[0],
      sort: sorts.find(name => name === address.get('sort')) ?? firstSort,
      order: order === 'asc' || order === 'desc' ? order : firstOrder,
      filters: Object.fromEntries(set) as Partial<Record<F, string>>,
      goTo: page => change({ page: page > 1 ? String(page) : undefined }),
      setLimit: size => change({ limit: size === pageSizes[0] ? undefined : String(size), page: undefined }),
      sortBy: (sort, direction) => change({ sort, order: direction, page: undefined }),
      setFilter: (name, value) => change({ [name]: value, page: undefined }, true),
      clearFilters: () => change({ ...Object.fromEntries(all.map(name => [name, undefined])), page: undefined }),
    }
  }, [address, change, key, sorts, firstSort, firstOrder])
}
