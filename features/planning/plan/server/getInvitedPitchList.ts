import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { itemOf } from './answers.ts'
import { listInvited } from './listQueries.ts'

export const getInvitedPitchList: Handler<typeof planCalls.getInvitedPitchList> = async ({ input, actor, frame }) => {
  const { rows, total } = await listInvited(frame, actor, input)
  return { items: rows.map(itemOf), total }
}
