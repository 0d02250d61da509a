import { managedPitch } from '#features/core/part/server/access.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { Handler } from '#server/context.ts'
import { countSessionRatings, listSessionRatings } from './queries.ts'

/** CALL-014: how many rated the session how, and what they wrote, newest first. */
export const getPitchEPFeedbackList: Handler<typeof feedbackCalls.getPitchEPFeedbackList> = async context => {
  const { input, actor, db, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  const counts = await countSessionRatings(db, pitch.id)
  const rows = await listSessionRatings(db, pitch.id, input)
  const items = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  return { items, total: Object.values(counts).reduce((sum, one) => sum + one, 0), counts }
}
