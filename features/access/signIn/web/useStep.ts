import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noteActivity } from '#features/access/session/web/activity.ts'
import { setTimedOut } from '#features/access/session/web/timedOut.ts'
import { askPerson, type Presence, presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'

const stepKey = ['secondStep']

/** What the sign-in waits for. */
export const useTold = () =>
  useQuery({ queryKey: stepKey, queryFn: () => client.checkUserForConsoleLogin({}), staleTime: 0, gcTime: 0 })

/** Does the last of a sign-in; the guard then leads on to where the person wanted to go. */
export function useFinish<T>(finish: (given: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (given: T) => {
      await finish(given)
      const person = await askPerson()
      setTimedOut(false)
      noteActivity()
      queries.setQueryData<Presence>(presenceQuery.queryKey, { person })
    },
  })
}
