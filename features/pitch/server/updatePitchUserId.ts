import type { pitchCalls } from '#features/pitch/contract.ts'
import { isBeforeStart, peopleAreDistinct } from '#features/pitch/rules.ts'
import type { Handler } from '#server/context.ts'
import { managedPitch } from './access.ts'
import { assigneeAmong } from './assigneeQueries.ts'
import { handOver } from './handOver.ts'
import { lockPitch } from './state.ts'

/** CALL-029. [ENT-024] Both hear of it: the one is asked to prepare, from the other's calendar the pitch goes. */
export const updatePitchUserId: Handler<typeof pitchCalls.updatePitchUserId> = async context => {
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
