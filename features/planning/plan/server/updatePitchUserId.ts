import { managedPitch } from '#features/core/part/server/access.ts'
import { isBeforeStart, peopleAreDistinct } from '#features/core/pitch/rules.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { assigneeAmong } from './assigneeQueries.ts'
import { handOver } from './handOver.ts'

/** CALL-029. [ENT-024] Both hear of it: the one is asked to prepare, from the other's calendar the pitch goes. */
export const updatePitchUserId: Handler<typeof planCalls.updatePitchUserId> = async context => {
  const { input, actor, db, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  const before = await lockPitch(db, found.id)
  if (before.deletedAt) return fail('PitchNotFound')
  if (!isBeforeStart(before.state)) fail('PitchStateForbids')
  if (before.userId === input.user_id) return {}
  const next = (await assigneeAmong(db, before, input.user_id)) ?? fail('UserNotFound')
  if (!peopleAreDistinct(next.email, before.coHosts, before.moderators)) fail('PeopleNotDistinct')

  await handOver(context, before, next)
  return {}
}
