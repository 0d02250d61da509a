import { pitchFor } from '#features/core/part/server/access.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import type { Handler } from '#server/context.ts'

/** CALL-066 */
export const getPageAction: Handler<typeof slidesCalls.getPageAction> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { page, action, index } = await roomStateOf(db, access.pitch.id, slidesPart)
  return { page, action, index }
}
