import { pitchFor } from '#features/core/part/server/access.ts'
import { hasEnded } from '#features/core/pitch/rules.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import { wasThere } from '#features/room/room/server/stays.ts'
import type { Handler } from '#server/context.ts'
import { sessionRatingOf } from './queries.ts'

export const getMyPitchEPFeedback: Handler<typeof feedbackCalls.getMyPitchEPFeedback> = async context => {
  const { input, actor, db, fail } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { id, state } = access.pitch
  const mine = await sessionRatingOf(db, id, actor.accountId)
  const may_rate = hasEnded(state) && (await wasThere(db, id, actor.accountId))
  return { may_rate, rating: mine?.rating ?? null, note: mine?.note ?? '' }
}
