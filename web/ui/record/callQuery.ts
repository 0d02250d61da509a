import { useQueryClient } from '@tanstack/react-query'
import type { Calls } from '#contract/call.ts'
import { client } from '#web/client/client.ts'

type Client = typeof client
type Name = keyof Client & string
type InputOf<K extends Name> = Parameters<Client[K]>[0]
type AnswerOf<K extends Name> = Awaited<ReturnType<Client[K]>>

export interface CallQuery<K extends Name> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: () => Promise<AnswerOf<K>>
}

/**
 * A reading call for `useQuery`. Its answer is cached under the call's name and input, and `under` another word if
 * changes of that word have to refetch it.
 */
export function callQuery<K extends Name>(name: K, input: InputOf<K>, under?: string): CallQuery<K> {
  const read = client[name] as (input: InputOf<K>) => Promise<AnswerOf<K>>
  return { queryKey: [...(under === undefined ? [] : [under]), name, input], queryFn: () => read(input) }
}

/** Refetches all that the screen shows of these calls, because a change by one affects the answers of others. */
export function useRefresh(calls: Calls): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]) in calls })
}
