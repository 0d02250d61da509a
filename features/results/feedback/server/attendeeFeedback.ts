import { formatMoney } from '#contract/money.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { hasStarted, presents } from '#features/core/pitch/rules.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import { countFeedback, feedbackOf, listFeedback, saveFeedback } from './queries.ts'

/** CALL-018 */
export const createAttendeeFeedback = withPitch<typeof feedbackCalls.createAttendeeFeedback>('acts', async context => {
  const { input, actor, db, now, pitch, part, request, frame, afterCommit, fail } = context
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
      ...{ id, user_id: accountId, name: nameForManagers({ ...actor, id: accountId }), email: actor.email },
      ...{ select: input.select, note: input.note, contact: input.contact, at: now.toISOString() },
    }),
  )
  return { id }
})

export const getMyFeedback = withPitch<typeof feedbackCalls.getMyFeedback>('shown', async ({ actor, db, pitch }) => {
  const mine = await feedbackOf(db, pitch.id, actor.accountId)
  return { select: mine?.choice ?? null, note: mine?.note ?? '', contact: mine?.contact ?? '' }
})

/** CALL-013, PROD-015. `counts` are of the whole pitch, whatever the list shows of it. */
export const getAttendeeFeedbackList = withPitch<typeof feedbackCalls.getAttendeeFeedbackList>(
  'manages',
  async ({ input, db, pitch }) => {
    const counts = await countFeedback(db, pitch.id)
    const rows = await listFeedback(db, pitch.id, { ...input, choice: input.select })
    const items = rows.map(({ feedback, name, email, amountMinor, initials }) => ({
      id: feedback.id,
      user_id: feedback.accountId,
      name,
      email,
      select: feedback.choice,
      note: feedback.note,
      contact: feedback.contact,
      money_amount: amountMinor === null ? '' : formatMoney(amountMinor, pitch.currency),
      initials: initials ?? '',
      at: feedback.updatedAt.toISOString(),
    }))
    const total = input.select ? counts[input.select] : counts.dislike + counts.unsure + counts.invest
    return { items, total, counts }
  },
)
