import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** Who may register here, and whether a mail can leave. */
export const registrationInfo = queryOptions({
  queryKey: ['registrationInfo'],
  queryFn: () => client.getRegistrationInfo({}),
  staleTime: Number.POSITIVE_INFINITY,
})
