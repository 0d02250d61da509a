import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { client } from '#web/client/client.ts'

/** What protects the user's own account. */
export type Protection = Answer<typeof factorCalls.getFactors>

export const factorsQuery = queryOptions({ queryKey: ['factors'], queryFn: () => client.getFactors({}) })
export const questionsQuery = queryOptions({
  queryKey: ['securityQuestions'],
  queryFn: () => client.getSecurityQuestions({}),
})
