import { useQueryClient } from '@tanstack/react-query'
import type { Calls } from '#contract/call.ts'
import { client } from '#web/client/client.ts'

type Client = typeof client
type Name = keyof Client & string
type Asked<K extends Name> = Parameters<Client[K]>[0]
type Got<K extends Name> = Awaited<ReturnType<Client[K]>>

export interface CallQuery<K extends Name> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: () => Promise<Got<K>>
}

/**
 * A call that reads, for `useQuery`; its answer is kept by the call's name and what was asked, and `under` another word
 * where that word's changes have to read it anew.
 */
export function callQuery<K extends Name>(name: K, input: Asked<K>, under?: string): CallQuery<K> {
  const read = client[name] as (input: Asked<K>) => Promise<Got<K>>
  return { queryKey: [...(under === undefined ? [] : [under]), name, input], queryFn: () => read(input) }
}

/** Refetches everything that the screen shows of these calls, because a change of one call affects the answers of others. */
export function useRefresh(calls: Calls): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]) in calls })
}
