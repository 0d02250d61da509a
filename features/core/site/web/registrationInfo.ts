import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** Who may register here, whether a mail can leave, and to which texts they agree. */
export const registrationInfo = queryOptions({
  queryKey: ['registrationInfo'],
  queryFn: () => client.getRegistrationInfo({}),
  staleTime: 60_000,
})

/** Whether this server sends no mail: what it writes waits in the outbox, and the recipients know nothing of it. */
export const useKeepsMail = (): boolean => useQuery(registrationInfo).data?.sends === false
