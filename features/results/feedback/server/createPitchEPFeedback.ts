import { lockedPitchFor } from '#features/core/part/server/access.ts'
import { hasEnded } from '#features/core/pitch/rules.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import { wasThere } from '#features/room/room/server/stays.ts'
import type { Handler } from '#server/context.ts'
import { saveSessionRating } from './queries.ts'

/** CALL-019 */
export const createPitchEPFeedback: Handler<typeof feedbackCalls.createPitchEPFeedback> = async context => {
  const { input, actor, db, now, fail } = context
  const access = await lockedPitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { id: pitchId, organisationId, state } = access.pitch
  if (!hasEnded(state)) fail('RatingNotOpen')
  if (!(await wasThere(db, pitchId, actor.accountId))) fail('NoPermission')
  const { rating, note } = input
  const id = await saveSessionRating(db, {
    pitchId,
    organisationId,
    accountId: actor.accountId,
    rating,
    note,
    updatedAt: now,
  })
  return { id }
}
