import { MutationCache, QueryCache, type QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { endWhatWasLeft, watchImpersonation } from '#features/access/impersonation/web/impersonation.ts'
import { endOf } from '#features/core/account/sessionEnds.ts'
import {
  isOthersPage,
  isSessionEnd,
  type Presence,
  presenceQuery,
  settleFirst,
} from '#features/core/account/web/person.ts'
import { setPageOwner } from '#web/client/client.ts'

/** The console's cache. The client repeats by itself, so a failed query is final until the person asks again. */
export function createQueries(): QueryClient {
  const onError = (failure: unknown) => {
    if (isOthersPage(failure)) return location.reload()
    const presence = queries.getQueryData(presenceQuery.queryKey)
    if (isSessionEnd(failure) && presence?.person)
      queries.setQueryData<Presence>(presenceQuery.queryKey, { ended: 'TokenExpired', how: endOf(failure) })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
  })
  settleFirst(endWhatWasLeft)
  queries.getQueryCache().subscribe(noteWhoIsHere)
  return queries
}

/** Every call names the account that it is made for. A page belongs to one account: another one gets a fresh page. */
function noteWhoIsHere({ type, query }: QueryCacheNotifyEvent): void {
  if (query.queryKey[0] !== presenceQuery.queryKey[0]) return
  const person = type === 'removed' ? undefined : (query.state.data as Presence | undefined)?.person
  const before = setPageOwner(person?.user_id)
  if (before && person && before !== person.user_id) {
    // until the reload the page keeps its owner, so that its reload does not end what another tab has begun
    setPageOwner(before)
    location.reload()
  } else watchImpersonation(person)
}
