import { useQueryClient } from '@tanstack/react-query'
import { callQuery } from '#web/ui/record/callQuery.ts'

/** One pitch by its uuid. */
export const pitchQuery = (uuid: string) => callQuery('getPitchDetail', { uuid }, 'pitch')

/** [NAV-012, NAV-013] One pitch by the number in a screen's address. */
export const pitchByIdQuery = (id: number) => callQuery('getPitchById', { id }, 'pitch')

/** Refetches everything about pitches, after one was changed. */
export function useRefreshPitches(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['pitch'] })
}
