import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { findKnown } from './peopleQueries.ts'
import { personCard } from './personCards.ts'

/** [CALL-075] */
export const getPersonInfo: Handler<typeof usersCalls.getPersonInfo> = async ({ db, actor, input, fail }) => {
  const person = await findKnown(db, actor, input.user_id ?? actor.accountId, input.group_id)
  return person ? personCard(actor, person) : fail('UserNotFound')
}
