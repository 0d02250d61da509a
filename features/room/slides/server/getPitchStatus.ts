import { pitchFor } from '#features/core/part/server/access.ts'
import { wireStatus } from '#features/core/pitch/rules.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import type { Handler } from '#server/context.ts'

/** CALL-011 */
export const getPitchStatus: Handler<typeof slidesCalls.getPitchStatus> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { page, index } = await roomStateOf(db, access.pitch.id, slidesPart)
  return { status: wireStatus(access.pitch.state), current_page: page, current_index: index }
}
