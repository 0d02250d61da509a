import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'

export type Info = Awaited<ReturnType<typeof client.getPersonalInfo>>

export const infoQuery = queryOptions({ queryKey: ['personalInfo'], queryFn: () => client.getPersonalInfo({}) })

/** Applies the server's answer to a change of the user's own details everywhere in the console. */
export function useKeepInfo(): (info: Info) => Promise<void> {
  const queries = useQueryClient()
  return async info => {
    queries.setQueryData(infoQuery.queryKey, info)
    await queries.invalidateQueries({ queryKey: presenceQuery.queryKey })
  }
}
