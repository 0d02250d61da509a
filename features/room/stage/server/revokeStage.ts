import { pitchFor } from '#features/core/part/server/access.ts'
import { moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'
import { takeOffStage } from './stage.ts'

/** Off the stage: by whoever moderates, or of one's own will. */
export const revokeStage: Handler<typeof stageCalls.revokeStage> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part) && input.user_id !== actor.accountId) return fail('NoPermission')
  await takeOffStage(context, access.pitch.id, await lockRoom(db, access.pitch.id, stagePart), input.user_id)
  return {}
}
