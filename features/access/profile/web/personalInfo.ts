import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'

export type Info = Awaited<ReturnType<typeof client.getPersonalInfo>>

export const infoQuery = queryOptions({ queryKey: ['personalInfo'], queryFn: () => client.getPersonalInfo({}) })

/** Takes what the server answered to a change of oneself; what the rest of the console shows of the person follows. */
export function useKeepInfo(): (info: Info) => Promise<void> {
  const queries = useQueryClient()
  return async info => {
    queries.setQueryData(infoQuery.queryKey, info)
    await queries.invalidateQueries({ queryKey: presenceQuery.queryKey })
  }
}
