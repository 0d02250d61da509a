import { managedPitch } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isBeforeStart, peopleAreDistinct } from '#features/core/pitch/rules.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { assigneeAmong, listAssignees, listPresenters } from './assigneeQueries.ts'
import { handOver } from './handOver.ts'
import { lockExisting } from './pitchLocks.ts'

export const getAssigneeList: Handler<typeof planCalls.getAssigneeList> = async ({ input, actor, db, fail }) => {
  if (!input.uuid) return listPresenters(db, actor, input)
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  return listAssignees(db, pitch, input)
}

/** CALL-029. [ENT-024] Notifies both presenters: the new one to prepare, the previous one to clear their calendar. */
export const updatePitchUserId = withPitch<typeof planCalls.updatePitchUserId>('manages', async context => {
  const { input, db, fail } = context
  const before = await lockExisting(context)
  if (!isBeforeStart(before.state)) fail('PitchStateForbids')
  if (before.userId === input.user_id) return {}
  const next = (await assigneeAmong(db, before, input.user_id)) ?? fail('UserNotFound')
  if (!peopleAreDistinct(next.email, before.coHosts, before.moderators)) fail('PeopleNotDistinct')

  await handOver(context, before, next)
  return {}
})
