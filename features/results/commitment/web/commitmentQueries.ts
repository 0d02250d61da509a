import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'

/** One page of a pitch's commitments with their sum; new ones show by themselves. */
export const commitmentsQuery = (input: { uuid: string; page: number; limit: number }) =>
  queryOptions({
    queryKey: ['pitch', 'commitments', input],
    queryFn: () => client.getCommitmentList(input),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
