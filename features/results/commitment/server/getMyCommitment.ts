import { formatMoney } from '#contract/money.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import type { Handler } from '#server/context.ts'
import { commitmentOf } from './queries.ts'

export const getMyCommitment: Handler<typeof commitmentCalls.getMyCommitment> = async ({ input, actor, db, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const mine = await commitmentOf(db, access.pitch.id, actor.accountId)
  return {
    is_committed: mine !== undefined,
    money_amount: mine ? formatMoney(mine.amountMinor) : '',
    initials: mine?.initials ?? '',
  }
}
