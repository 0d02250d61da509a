import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** One pitch by its uuid. */
export const pitchQuery = (uuid: string) =>
  queryOptions({ queryKey: ['pitch', 'detail', uuid], queryFn: () => client.getPitchDetail({ uuid }) })

/** [NAV-012, NAV-013] One pitch by the number in a screen's address. */
export const pitchByIdQuery = (id: number) =>
  queryOptions({ queryKey: ['pitch', 'byId', id], queryFn: () => client.getPitchById({ id }) })

/** Reads everything about pitches anew, after one was changed. */
export function useRefreshPitches(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['pitch'] })
}
