import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

interface AttendeeListInput {
  uuid: string
  page: number
  limit: number
  name?: string
}

/** One page of a pitch's attendees, refetched soon while an email is still on its way. */
export const attendeesQuery = (input: AttendeeListInput) =>
  queryOptions({
    queryKey: ['pitch', 'attendees', input],
    queryFn: () => client.getPitchAttendeeList(input),
    placeholderData: keepPreviousData,
    refetchInterval: query =>
      query.state.data?.items.some(attendee => attendee.delivery === 'queued') ? 2000 : 30_000,
  })

/** The most that one answer holds. */
const MOST = 200

/** Addresses that are invited already, as far as one answer tells; the server knows the rest. */
export const knownQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['pitch', 'attendees', uuid, 'known'],
    queryFn: async () => {
      const { items } = await client.getPitchAttendeeList({ uuid, page: 1, limit: MOST })
      return new Set(items.map(attendee => attendee.email.toLowerCase()))
    },
  })

/** Refetches the attendees, and their count on the pitch. */
export function useRefreshAttendees(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['pitch'] })
}
