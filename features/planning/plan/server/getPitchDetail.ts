import { pitchFor } from '#features/core/part/server/access.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { wholePitch } from './wholePitch.ts'

/** GAP-001 */
export const getPitchDetail: Handler<typeof planCalls.getPitchDetail> = async ({ input, actor, db, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  return access ? wholePitch(db, access) : fail('PitchNotFound')
}
