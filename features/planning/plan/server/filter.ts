import type { z } from 'zod'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { PitchFilter } from './listQueries.ts'

/** What both lists take, as a filter. */
export const filterOf = (input: z.output<typeof planCalls.getPitchListForPresenter.input>): PitchFilter => ({
  name: input.name,
  state: input.state,
  deleted: input.deleted,
  startsFrom: input.start_time_s ? new Date(input.start_time_s) : undefined,
  startsTo: input.start_time_e ? new Date(input.start_time_e) : undefined,
  sort: input.sort,
  order: input.order,
  page: input.page,
  limit: input.limit,
})
