import { pitchFor } from '#features/core/part/server/access.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { Handler } from '#server/context.ts'
import { feedbackOf } from './queries.ts'

export const getMyFeedback: Handler<typeof feedbackCalls.getMyFeedback> = async ({ input, actor, db, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const mine = await feedbackOf(db, access.pitch.id, actor.accountId)
  return { select: mine?.choice ?? null, note: mine?.note ?? '', contact: mine?.contact ?? '' }
}
