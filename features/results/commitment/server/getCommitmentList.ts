import { formatMoney } from '#contract/money.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { Handler } from '#server/context.ts'
import { listCommitments, sumCommitments } from './queries.ts'

export const getCommitmentList: Handler<typeof commitmentCalls.getCommitmentList> = async context => {
  const { input, actor, db, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  const { total, minor } = await sumCommitments(db, pitch.id)
  const items = (await listCommitments(db, pitch.id, input)).map(({ commitment, name, email }) => ({
    id: commitment.id,
    user_id: commitment.accountId,
    name,
    email,
    money_amount: formatMoney(commitment.amountMinor),
    initials: commitment.initials,
    at: commitment.createdAt.toISOString(),
  }))
  return { items, total, sum: formatMoney(minor) }
}
