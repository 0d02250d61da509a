import { managedPitch } from '#features/core/part/server/access.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { listAssignees, listPresenters } from './assigneeQueries.ts'

export const getAssigneeList: Handler<typeof planCalls.getAssigneeList> = async ({ input, actor, db, fail }) => {
  if (!input.uuid) return listPresenters(db, actor, input)
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  return listAssignees(db, pitch, input)
}
