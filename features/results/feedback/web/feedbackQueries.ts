import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#web/client/client.ts'
import type { FeedbackChoice } from '../rules.ts'

interface FeedbackListInput {
  uuid: string
  page: number
  limit: number
  select?: FeedbackChoice
}

/** One page of what people said of a pitch; new words show by themselves. */
export const feedbackQuery = (input: FeedbackListInput) =>
  queryOptions({
    queryKey: ['pitch', 'feedback', input],
    queryFn: () => client.getAttendeeFeedbackList(input),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
