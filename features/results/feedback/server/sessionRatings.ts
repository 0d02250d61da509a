import { withPitch } from '#features/core/part/server/withPitch.ts'
import { hasEnded } from '#features/core/pitch/rules.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import { wasThere } from '#features/room/room/server/stays.ts'
import { countSessionRatings, listSessionRatings, saveSessionRating, sessionRatingOf } from './queries.ts'

/** CALL-019 */
export const createPitchEPFeedback = withPitch<typeof feedbackCalls.createPitchEPFeedback>('acts', async context => {
  const { input, actor, db, now, pitch, fail } = context
  const { id: pitchId, organisationId, state } = pitch
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
})

export const getMyPitchEPFeedback = withPitch<typeof feedbackCalls.getMyPitchEPFeedback>(
  'sees',
  async ({ actor, db, pitch }) => {
    const { id, state } = pitch
    const mine = await sessionRatingOf(db, id, actor.accountId)
    const may_rate = hasEnded(state) && (await wasThere(db, id, actor.accountId))
    return { may_rate, rating: mine?.rating ?? null, note: mine?.note ?? '' }
  },
)

/** CALL-014: how many rated the session how, and what they wrote, newest first. */
export const getPitchEPFeedbackList = withPitch<typeof feedbackCalls.getPitchEPFeedbackList>(
  'manages',
  async ({ input, db, pitch }) => {
    const counts = await countSessionRatings(db, pitch.id)
    const rows = await listSessionRatings(db, pitch.id, input)
    const items = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
    return { items, total: Object.values(counts).reduce((sum, one) => sum + one, 0), counts }
  },
)
