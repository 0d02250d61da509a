import { pitchById } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import type { Handler } from '#server/context.ts'
import { wholePitch } from './wholePitch.ts'

/** NAV-012, NAV-013: numbers can be guessed, so only those who manage a pitch see it by its own. */
export const getPitchById: Handler<typeof planCalls.getPitchById> = async ({ input, actor, db, fail }) => {
  const access = await pitchById(db, actor, input.id)
  if (!access || !(manages(access.part) || access.part === 'moderator')) return fail('PitchNotFound')
  return wholePitch(db, access)
}
