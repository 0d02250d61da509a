import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import type { Answer, AnyCall, Calls, Sent } from '#contract/call.ts'
import { decodeForm } from '#contract/form.ts'
import type { client } from '#web/client/client.ts'
import { FilterSelect } from '../DataListTools.tsx'
import { type ListState, type Order, useListState } from '../listState.ts'
import { callQuery } from './callQuery.ts'
import { rulesOf } from './schema.ts'

/** One row of what a list call answers. */
export type RowOf<C extends AnyCall> = Answer<C> extends { items: readonly (infer Row)[] } ? Row : never
/** What a list call sorts by. */
export type SortOf<C extends AnyCall> = Sent<C> extends { sort?: infer S } ? Extract<S, string> : never
type FilterOf<C extends AnyCall> = Exclude<keyof Sent<C> & string, (typeof notFilters)[number]>
const notFilters = ['page', 'limit', 'sort', 'order'] as const

interface Setting<C extends AnyCall, F extends string> {
  /** Sent with every page and no filter, such as `{ uuid }`. */
  of?: Partial<Sent<C>>
  /** Filters of the address that are no field of the call; `ask` converts them. */
  also?: readonly F[]
  ask?: (said: Readonly<Partial<Record<FilterOf<C> | F, string>>>) => Partial<Sent<C>>
  /** The default order, where the call's schema has none. */
  order?: Order
  /** Refetches the list every so many milliseconds. */
  every?: number
  /** Cached under this word as well, so that changes of that word refetch the list. */
  under?: string
}

export interface CallList<C extends AnyCall, F extends string = never> {
  readonly state: ListState<SortOf<C>, FilterOf<C> | F>
  readonly query: UseQueryResult<Answer<C> & { items: RowOf<C>[]; total: number }>
  /** The filters as the call takes them, for an export of the same rows. */
  readonly match: Partial<Sent<C>>
  /** The filter that the search field sets: calls name it `name` or `content`. */
  readonly searched: FilterOf<C> | undefined
  /** A filter of the values that the call's schema offers, or of some of them, worded by `word`. */
  readonly choice: <K extends FilterOf<C>>(
    name: K,
    label: string,
    word: (value: Extract<Sent<C>[K], string>) => string,
    values?: readonly Extract<Sent<C>[K], string>[],
  ) => ReactElement
}

/**
 * A list call with search, filters, sort and page in the address bar. The call's schema defines the sorts, the filters
 * and their values; invalid values in the address are ignored.
 */
export function useCallList<
  T extends Calls,
  K extends keyof T & keyof typeof client & string,
  F extends string = never,
>(calls: T, name: K, setting: Setting<T[K], F> = {}): CallList<T[K], F> {
  type C = T[K]
  const { of = {}, also = [], ask = () => ({}), every, under } = setting
  const { input } = calls[name] as AnyCall
  const rules = useMemo(() => rulesOf(calls[name] as AnyCall), [calls, name])
  const own = Object.keys(rules).filter(field => !(notFilters as readonly string[]).includes(field) && !(field in of))
  const state = useListState<SortOf<C>, FilterOf<C> | F>({
    sorts: (rules['sort']?.values ?? []) as SortOf<C>[],
    sort: (rules['sort']?.usual ?? '') as SortOf<C>,
    order: setting.order ?? (rules['order']?.usual as Order | undefined) ?? 'desc',
    filters: [...own, ...also] as (FilterOf<C> | F)[],
  })
  const { page, limit, sort, order, filters } = state
  const said = Object.entries(decodeForm(input, filters)).filter(([field, value]) => {
    return own.includes(field) && input.shape[field].safeParse(value).success
  })
  const match = { ...Object.fromEntries(said), ...ask(filters) } as Partial<Sent<C>>
  const request = { ...of, page, limit, ...(rules['sort'] && { sort, order }), ...match }
  const query = useQuery({
    ...callQuery(name, request as never, under),
    placeholderData: keepPreviousData,
    ...(every !== undefined && { refetchInterval: every }),
  })
  return {
    state,
    query: query as unknown as CallList<C, F>['query'],
    match,
    searched: ['name', 'content'].find(field => own.includes(field)) as CallList<C, F>['searched'],
    choice: (filter, label, word, values = rules[filter]?.values as never) => (
      <FilterSelect
        state={state}
        filter={filter}
        label={label}
        options={(values ?? []).map(value => ({ value, label: word(value) }))}
      />
    ),
  }
}
