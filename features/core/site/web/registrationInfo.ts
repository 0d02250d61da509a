import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** Who may register here, whether an email can leave, and to which texts they agree. */
export const registrationInfo = queryOptions({
  queryKey: ['registrationInfo'],
  queryFn: () => client.getRegistrationInfo({}),
  staleTime: 60_000,
})
