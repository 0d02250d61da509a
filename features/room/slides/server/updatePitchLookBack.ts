import { pitchFor } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import type { Handler } from '#server/context.ts'

/** What is so already is no event. */
export const updatePitchLookBack: Handler<typeof slidesCalls.updatePitchLookBack> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(await livingPart(db, actor, access))) return fail('NoPermission')
  const { lookBack } = await lockRoom(db, access.pitch.id, slidesPart)
  if (lookBack !== input.look_back) await announce(access.pitch.id, 'lookBackChanged', { lookBack: input.look_back })
  return { look_back: input.look_back }
}
