import { formatMoney } from '#contract/money.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import type { feedbackCalls } from '#features/results/feedback/contract.ts'
import type { Handler } from '#server/context.ts'
import { countFeedback, listFeedback } from './queries.ts'

/** CALL-013, PROD-015. `counts` are of the whole pitch, whatever the list shows of it. */
export const getAttendeeFeedbackList: Handler<typeof feedbackCalls.getAttendeeFeedbackList> = async context => {
  const { input, actor, db, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
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
    money_amount: amountMinor === null ? '' : formatMoney(amountMinor),
    initials: initials ?? '',
    at: feedback.updatedAt.toISOString(),
  }))
  const total = input.select ? counts[input.select] : counts.dislike + counts.unsure + counts.invest
  return { items, total, counts }
}
