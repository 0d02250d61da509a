import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** One pitch by its uuid. */
export const pitchQuery = (uuid: string) =>
  queryOptions({ queryKey: ['pitch', 'detail', uuid], queryFn: () => client.getPitchDetail({ uuid }) })

/** [NAV-012, NAV-013] One pitch by the number in a screen's address. */
export const pitchByIdQuery = (id: number) =>
  queryOptions({ queryKey: ['pitch', 'byId', id], queryFn: () => client.getPitchById({ id }) })

/** How many people are in a live room. */
export const hereQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['pitch', 'here', uuid],
    queryFn: async () => (await client.getRoomPeople({ pitch_uuid: uuid, limit: 1 })).here,
    refetchInterval: 10_000,
  })

/** Reads everything about pitches anew, after one was changed. */
export function useRefreshPitches(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['pitch'] })
}
