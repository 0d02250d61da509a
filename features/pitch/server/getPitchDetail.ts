import type { pitchCalls } from '#features/pitch/contract.ts'
import type { Handler } from '#server/context.ts'
import { pitchFor } from './access.ts'
import { detailOf } from './answers.ts'
import { countAttendees } from './queries.ts'

/** GAP-001 */
export const getPitchDetail: Handler<typeof pitchCalls.getPitchDetail> = async ({ input, actor, db, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  return access ? detailOf(access, await countAttendees(db, access.pitch.id)) : fail('PitchNotFound')
}
