import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSessionEnd, type Presence, presenceQuery } from './person.ts'

/** The console's cache. The client repeats by itself, so a failed query is final until the person asks again. */
export function createQueries(): QueryClient {
  const onError = (failure: unknown) => {
    const presence = queries.getQueryData(presenceQuery.queryKey)
    if (isSessionEnd(failure) && presence?.person)
      queries.setQueryData<Presence>(presenceQuery.queryKey, { ended: 'TokenExpired' })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
  })
  return queries
}
