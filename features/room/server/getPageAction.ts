import { pitchFor } from '#features/pitch/server/access.ts'
import type { roomCalls } from '#features/room/contract.ts'
import type { Handler } from '#server/context.ts'
import { roomStateOf } from './queries.ts'

/** CALL-066 */
export const getPageAction: Handler<typeof roomCalls.getPageAction> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { page, action, index } = await roomStateOf(db, access.pitch.id)
  return { page, action, index }
}
