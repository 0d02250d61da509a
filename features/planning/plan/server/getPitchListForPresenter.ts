import { ownedBy } from '#features/core/part/server/fenceQueries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { itemOf } from './answers.ts'
import { filterOf } from './filter.ts'
import { listPitches } from './listQueries.ts'

/** CALL-005 */
export const getPitchListForPresenter: Handler<typeof planCalls.getPitchListForPresenter> = async context => {
  const { input, actor, frame } = context
  const { rows, total } = await listPitches(frame.pool, ownedBy(actor), filterOf(input))
  return { items: rows.map(itemOf), total }
}
