import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { itemOf } from './answers.ts'
import { filterOf } from './filter.ts'
import { listPitches } from './listQueries.ts'

/** CALL-004 */
export const getPitchListForEp: Handler<typeof planCalls.getPitchListForEp> = async ({ input, actor, frame }) => {
  const { rows, total } = await listPitches(frame.pool, managedBy(actor), { ...filterOf(input), type: input.type })
  return { items: rows.map(itemOf), total }
}
