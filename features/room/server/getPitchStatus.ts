import { wireStatus } from '#features/pitch/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import type { roomCalls } from '#features/room/contract.ts'
import type { Handler } from '#server/context.ts'
import { roomStateOf } from './queries.ts'

/** CALL-011 */
export const getPitchStatus: Handler<typeof roomCalls.getPitchStatus> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { page, index } = await roomStateOf(db, access.pitch.id)
  return { status: wireStatus(access.pitch.state), current_page: page, current_index: index }
}
