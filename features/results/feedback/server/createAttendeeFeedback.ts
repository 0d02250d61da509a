import { nameOrNumber } from '#features/core/account/veil.ts'
import { lockedPitchFor } from '#features/core/part/server/access.ts'
import { hasStarted, presents } from '#features/core/pitch/rules.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { Handler } from '#server/context.ts'
import { saveFeedback } from './queries.ts'

/** CALL-018 */
export const createAttendeeFeedback: Handler<typeof feedbackCalls.createAttendeeFeedback> = async context => {
  const { input, actor, db, now, request, frame, afterCommit, fail } = context
  const access = await lockedPitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  if (presents(part)) fail('NoPermission')
  if (!hasStarted(pitch.state)) fail('FeedbackNotOpen')
  const { accountId } = actor
  const { id: pitchId, organisationId } = pitch
  const id = await saveFeedback(db, {
    ...{ pitchId, organisationId, accountId, ip: request.ip, updatedAt: now },
    ...{ choice: input.select, note: input.note, contact: input.contact },
  })
  afterCommit(() =>
    frame.rooms.signal(pitchId, 'managers', 'feedbackGiven', {
      ...{ id, user_id: accountId, name: nameOrNumber(accountId, actor.name), email: actor.email },
      ...{ select: input.select, note: input.note, contact: input.contact, at: now.toISOString() },
    }),
  )
  return { id }
}
